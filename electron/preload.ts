import { contextBridge, ipcRenderer } from 'electron';
import { type Bridge, bridgeName, channels } from './core/bridge.ts';
import type { Notice } from './core/contract.ts';

/** The window's only door. It passes on and decides nothing: the main process checks what arrives. */
const bridge: Bridge = {
  request: (name, input) => ipcRenderer.invoke(channels.request, name, input),
  onNotice: (listener) => {
    const pass = (_event: unknown, notice: Notice): void => listener(notice);
    ipcRenderer.on(channels.notice, pass);
    return () => void ipcRenderer.off(channels.notice, pass);
  },
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
