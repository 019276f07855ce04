import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { EngineStatus } from '../../../electron/engine/api.ts';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';
import { createMonitor } from '../../../electron/workspace/health/monitor.ts';
import { Scene } from '../../support/scene.ts';

const working: EngineStatus = {
  balance: { found: 0, delivered: 0, duplicate: 0, rejected: 0, failed: 0, gone: 0, moving: 0 },
  gate: { kind: 'open' },
  paused: false,
  folders: [],
  requestsPerSecond: 4,
  faults: [],
  budgets: [],
  attention: 0,
};
const unreachable = foreign('It cannot be reached.');

let scene: Scene;
let ledger: Ledger;
let status: EngineStatus | undefined;
beforeEach(() => {
  scene = new Scene();
  ledger = openLedger(join(scene.root, 'ledger.sqlite'));
  scene.atEnd(() => ledger.close());
  status = working;
});
afterEach(() => scene.end());

const monitor = () =>
  createMonitor(scene.root, { session: { ledger }, running: status && { engine: { status: () => status ?? working } } });
const ready = () => {
  const answer = monitor()('/healthz/ready');
  return { code: answer.code, ready: (JSON.parse(answer.body) as { ready: boolean }).ready };
};
const metric = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(monitor()('/metrics').body)?.[1];

describe('What a monitor is told', () => {
  it('is that a machine at work is ready', () => {
    expect(ready()).toEqual({ code: 200, ready: true });
    expect(metric('intray_ready')).toBe('1');
  });

  it.each([
    { kind: 'unreachable', message: unreachable },
    { kind: 'watching', by: 'events', unread: { count: 1, paths: ['shut'] } },
  ] as const)('is that a machine whose folder cannot be reached, or not all of it, is alive and not ready ($kind)', (health) => {
    const of = { route: { kind: 'extraction', id: 'e' }, routeName: 'e', balance: working.balance } as const;
    status = {
      ...working,
      folders: [
        { ...of, id: 1, path: '/1', health: { kind: 'watching', by: 'events' } },
        { ...of, id: 2, path: '/2', health },
      ],
    };
    expect(ready()).toEqual({ code: 503, ready: false });
    expect(monitor()('/healthz').code).toBe(200);
    expect(metric('intray_ready')).toBe('0');
    expect(metric('intray_folders_out_of_reach')).toBe('1');
  });

  it('is that nobody is at work where there is no engine', () => {
    status = undefined;
    expect(ready()).toEqual({ code: 503, ready: false });
  });

  it('is that a gate blocks all requests', () => {
    status = { ...working, gate: { kind: 'key', message: unreachable } as EngineStatus['gate'] };
    expect(ready()).toEqual({ code: 503, ready: false });
  });
});
