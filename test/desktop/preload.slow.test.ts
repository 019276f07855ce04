import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { channels } from '../../electron/core/contract/bridge.ts';
import type { Bridge, Notice } from '../../electron/core/contract/contract.ts';
import { projectRoot } from '../../resources/tools/build.ts';

/** Runs the built preload script as Electron does: a function that gets a `require` with the little that a sandbox has. */
function runPreload() {
  const exposed: Record<string, unknown> = {};
  const invoked: unknown[][] = [];
  const ipcRenderer = Object.assign(new EventEmitter(), {
    invoke: async (...sent: unknown[]) => {
      invoked.push(sent);
      return { ok: true, value: 'answer' };
    },
  });
  const contextBridge = {
    exposeInMainWorld: (name: string, value: unknown) => {
      exposed[name] = value;
    },
  };
  const require = (name: string): unknown => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`A sandboxed preload script cannot require ${name}.`);
  };
  const script = readFileSync(join(projectRoot, 'out', 'preload', 'preload.cjs'), 'utf8');
  new Function('require', 'module', 'exports', script)(require, { exports: {} }, {});
  return { exposed, invoked, ipcRenderer, bridge: exposed.intray as Bridge };
}

describe('The preload script', () => {
  it('gives the page one object with three functions, and nothing else', () => {
    const { exposed, bridge } = runPreload();
    expect(Object.keys(exposed)).toEqual(['intray']);
    expect(Object.keys(bridge).sort()).toEqual(['onNotice', 'pathOfDropped', 'request']);
  });

  it('passes a request on as it is, and the answer back', async () => {
    const { bridge, invoked } = runPreload();
    expect(await bridge.request('documents', { limit: 5 })).toEqual({ ok: true, value: 'answer' });
    expect(invoked).toEqual([[channels.request, 'documents', { limit: 5 }]]);
  });

  it('passes notices on, without the event that brought them, until the listener is taken away', () => {
    const { bridge, ipcRenderer } = runPreload();
    const heard: Notice[][] = [];
    const notice: Notice = { documents: [7], progress: [], status: true, settings: false };
    const stop = bridge.onNotice((...said) => heard.push(said));
    ipcRenderer.emit(channels.notice, { sender: 'secret' }, notice);
    stop();
    ipcRenderer.emit(channels.notice, {}, notice);
    expect(heard).toEqual([[notice]]);
    expect(ipcRenderer.listenerCount(channels.notice)).toBe(0);
  });
});
