import { describe, expect, it } from 'vitest';
import type { Destination } from '../../electron/core/contract/contract.ts';
import type { FolderStatus, Status } from '../../electron/core/contract/status.ts';
import { countsOf } from '../../electron/core/document/standing.ts';
import { type Language, languageTags } from '../../electron/core/languages/languages.ts';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { createWording } from '../../electron/core/messages/wording.ts';
import { type TrayActions, type TrayItem, trayMenu } from '../../electron/desktop/tray-menu.ts';

const balance = { found: 0, delivered: 0, duplicate: 0, rejected: 0, failed: 0, gone: 0, moving: 0 };
const standings = countsOf([{ standing: 'needs-you', count: 2 }]);
const folder: FolderStatus = {
  id: 1,
  path: '/scans/Bills & more',
  route: { kind: 'extraction', id: 'x' },
  routeName: 'Invoices',
  health: { kind: 'watching', by: 'events' },
  balance,
  standings,
  blocked: 0,
  leftAlone: 0,
  leftOut: [],
  openToOthers: false,
};
const status: Status = {
  line: { kind: 'watching' },
  balance,
  standings,
  folders: [folder],
  budgets: [],
  requestsPerSecond: 4,
  sandbox: false,
  warnings: [],
};
const recent = [{ id: 7, folderId: 1, path: 'in/a&b.pdf', state: 'processed', at: 1 }] as const;
const wordingIn = (language: Language) => createWording(language, { now: () => 0 });
const menuOf = (snapshot: Parameters<typeof trayMenu>[0], language: Language = 'en', done: unknown[] = []) =>
  trayMenu(snapshot, wordingIn(language), noting(done));
const labels = (...given: Parameters<typeof menuOf>) => menuOf(...given).map(({ label }) => label ?? '—');

/** Every item that can be clicked, those of submenus included. */
function clickable(items: readonly TrayItem[]): TrayItem[] {
  return items.flatMap((item) => {
    if (item.submenu !== undefined) return clickable(item.submenu);
    return item.click === undefined ? [] : [item];
  });
}

/** Notes what clicks do. */
function noting(done: unknown[]): TrayActions {
  const note = (name: string) => (detail?: Destination | string) => void done.push(detail === undefined ? name : [name, detail]);
  return {
    open: note('open'),
    pause: note('pause'),
    resume: note('resume'),
    lookNow: note('lookNow'),
    goTo: note('goTo'),
    openFolder: note('openFolder'),
    quit: note('quit'),
  };
}

describe('The menu of the tray', () => {
  it('opens with the status, then what can be done', () => {
    expect(labels({ status, recent: [] })).toEqual([
      'Watching',
      '—',
      'Pause',
      'Check now',
      'Review (2)',
      '—',
      'Recent results',
      'Folders',
      '—',
      'Open Intray',
      'Quit',
    ]);
  });

  it('does one thing at a click on any item', () => {
    const paused: Status = { ...status, line: { kind: 'paused' } };
    const clicks = (snapshot: Parameters<typeof menuOf>[0]) => {
      const done: unknown[] = [];
      return clickable(menuOf(snapshot, 'en', done)).map(({ label, click }) => {
        click?.();
        return [label, ...done.splice(0)];
      });
    };
    expect(clicks({ status, recent })).toEqual([
      ['Pause', 'pause'],
      ['Check now', 'lookNow'],
      ['Review (2)', ['goTo', { screen: 'review' }]],
      ['a&&b.pdf', ['goTo', { screen: 'queue', documentId: 7 }]],
      ['/scans/Bills && more', ['openFolder', '/scans/Bills & more']],
      ['Open Intray', 'open'],
      ['Quit', 'quit'],
    ]);
    expect(clicks({ status: paused, recent })[0]).toEqual(['Resume', 'resume']);
  });

  it('shows no ampersand as a shortcut key', () => {
    const shown = clickable(menuOf({ status, recent })).map(({ label }) => label);
    expect(shown).toEqual(expect.arrayContaining(['a&&b.pdf', '/scans/Bills && more']));
  });

  it('says how it stands before why it cannot go on, in one line', () => {
    const message = foreign(`A & ${'x'.repeat(100)}.`);
    const offline: Status = { ...status, line: { kind: 'offline', message, since: 1, until: 2 } };
    const [first] = labels({ status: offline, recent: [] });
    expect(first).toHaveLength(81);
    expect(first).toMatch(/^Offline\. A && x+…$/);
  });

  it('offers to resume when it is paused', () => {
    expect(labels({ status: { ...status, line: { kind: 'paused' } }, recent: [] })[2]).toBe('Resume');
  });

  it.each(languageTags)('speaks every language (%s)', (language) => {
    const { text } = wordingIn(language);
    const stopped: Status = { ...status, line: { kind: 'stopped', message: say('workspace.starting') } };
    const [first, , ...others] = labels({ status: stopped, recent: [] }, language);
    expect(first?.startsWith(text(say('status.lines.stopped')))).toBe(true);
    expect(others).toContain(text(say('desktop.tray.review', { count: 2 })));
  });

  it('shows names that steer the direction of writing as they are', () => {
    const hostile = { ...folder, path: '/scans/\u202edna seciovnI' };
    const snapshot = { status: { ...status, folders: [hostile] }, recent: [{ ...recent[0], path: 'in/\u202efdp.exe' }] };
    expect(clickable(menuOf(snapshot)).map(({ label }) => label)).toEqual(
      expect.arrayContaining(['\ufffdfdp.exe', '/scans/\ufffddna seciovnI']),
    );
  });
});
