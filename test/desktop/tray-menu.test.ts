import { describe, expect, it } from 'vitest';
import type { FolderStatus, Status } from '../../electron/core/contract/status.ts';
import { stateNames } from '../../electron/core/document/states.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { trayMenu } from '../../electron/desktop/tray-menu.ts';
import { english } from '../../electron/desktop/words/english.ts';
import { german } from '../../electron/desktop/words/german.ts';
import { languageOf } from '../../electron/desktop/words/words.ts';

const balance = { found: 0, delivered: 0, duplicate: 0, rejected: 0, failed: 0, gone: 0, moving: 0 };
const states = Object.fromEntries(stateNames.map((name) => [name, 0])) as Status['states'];
const folder: FolderStatus = {
  id: 1,
  path: '/scans/Bills & more',
  route: { kind: 'extraction', id: 'x' },
  routeName: 'Invoices',
  health: { kind: 'watching', by: 'events' },
  balance,
  states,
  attention: 0,
};
const status: Status = {
  line: { kind: 'watching' },
  balance,
  states,
  attention: 2,
  working: 0,
  folders: [folder],
  requestsPerSecond: 4,
  sandbox: false,
  warnings: [],
};
const labels = (snapshot: Parameters<typeof trayMenu>[0], words = english) =>
  trayMenu(snapshot, words).map((item) => ('label' in item ? item.label : '—'));

describe('The menu of the tray', () => {
  it('opens with how things stand, then what can be done', () => {
    expect(labels({ status, recent: [] })).toEqual([
      'Watching',
      '—',
      'Pause',
      'Look now',
      'Review (2)',
      '—',
      'Last results',
      'Folders',
      '—',
      'Open Intray',
      'Quit',
    ]);
  });

  it('says why it cannot go on, in one line', () => {
    const offline: Status = {
      ...status,
      line: { kind: 'offline', message: foreign(`${'x'.repeat(100)} & done.`), since: 1, until: 2 },
    };
    const [first] = labels({ status: offline, recent: [] });
    expect(first).toHaveLength(81);
    expect(first).toMatch(/^…x+ && done\.$/);
  });

  it('offers to resume when it is paused', () => {
    expect(labels({ status: { ...status, line: { kind: 'paused' } }, recent: [] })[2]).toBe('Resume');
  });

  it('leads to a result, and to a folder', () => {
    const items = trayMenu({ status, recent: [{ id: 7, folderId: 1, path: 'in/a&b.pdf', state: 'processed', at: 1 }] }, english);
    expect(items).toContainEqual({
      kind: 'submenu',
      label: 'Last results',
      items: [{ kind: 'action', label: 'a&&b.pdf', action: { kind: 'document', id: 7 } }],
    });
    expect(items).toContainEqual({
      kind: 'submenu',
      label: 'Folders',
      items: [{ kind: 'action', label: '/scans/Bills && more', action: { kind: 'folder', path: '/scans/Bills & more' } }],
    });
  });

  it('speaks the language that was chosen, or the system’s', () => {
    expect(languageOf('system', 'de-AT')).toBe('de');
    expect(languageOf('system', 'fr-FR')).toBe('en');
    expect(languageOf('en', 'de-DE')).toBe('en');
    expect(labels({ status, recent: [] }, german)).toContain('Prüfen (2)');
    const stopped: Status = { ...status, line: { kind: 'stopped', message: foreign('The disk is full.') } };
    expect(labels({ status: stopped, recent: [] }, german)[0]).toMatch(/^Gestoppt: /);
  });
});
