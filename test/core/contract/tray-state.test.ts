import { describe, expect, it } from 'vitest';
import type { Line } from '../../../electron/core/contract/status.ts';
import { type TrayState, trayStateOf } from '../../../electron/core/contract/tray-state.ts';
import { foreign } from '../../../electron/core/messages/message.ts';

const offline: Line = { kind: 'offline', message: foreign('no network'), since: 1, until: 2 };

describe('The tray', () => {
  it.each<[TrayState, string, Line, number, number]>([
    ['idle', 'nothing is to be done', { kind: 'watching' }, 0, 0],
    ['idle', 'no service was chosen yet', { kind: 'first-run' }, 0, 0],
    ['working', 'documents are on their way', { kind: 'watching' }, 0, 3],
    ['working', 'the service asked for a short pause', { kind: 'rate', message: foreign('slowly'), until: 2 }, 0, 3],
    ['attention', 'a person is needed, whatever else moves', { kind: 'watching' }, 1, 3],
    ['paused', 'a person paused it, whatever waits', { kind: 'paused' }, 1, 0],
    ['stopped', 'there is no connection', offline, 1, 3],
    ['stopped', 'the key is refused', { kind: 'key', message: foreign('revoked') }, 0, 3],
    ['stopped', 'no pages are left', { kind: 'pages', message: foreign('none'), until: 2 }, 0, 0],
    ['stopped', 'the engine has ended', { kind: 'stopped', message: foreign('no disk') }, 0, 0],
  ])('is %s when %s', (expected, _, line, attention, working) => {
    expect(trayStateOf({ line, attention, working })).toBe(expected);
  });
});
