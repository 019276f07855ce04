import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { bridgeName, channels } from './core/contract/bridge.ts';
import type { Bridge, Notice } from './core/contract/contract.ts';

/** The window's only connection to the program. It passes requests on without logic of its own: the main process checks them. */
const bridge: Bridge = {
  request: (name, input) => ipcRenderer.invoke(channels.request, name, input),
  onNotice: (listener) => {
    const pass = (_event: unknown, notice: Notice): void => listener(notice);
    ipcRenderer.on(channels.notice, pass);
    return () => void ipcRenderer.off(channels.notice, pass);
  },
  pathOfDropped: (file) => (file instanceof File ? webUtils.getPathForFile(file) : ''),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
