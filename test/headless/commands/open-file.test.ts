import { expect, it } from 'vitest';
import type { Handlers } from '../../../electron/core/contract/contract.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { withOpener } from '../../../electron/headless/commands/run/window.ts';

/** What "Open" does with a file of this path: what the system was asked for, and the answer. */
async function open(path: string): Promise<{ readonly asked: string; readonly answer: unknown }> {
  const asked: string[] = [];
  const ask = (how: string) => async (target: string) => {
    asked.push(`${how} ${target}`);
    return true;
  };
  const workspace = { handlers: {} as Handlers, fileOf: async () => ({ ok: true as const, value: { path } }) };
  const handlers = withOpener(workspace, { open: ask('open'), show: ask('show') });
  const answer = await handlers.openFile({ id: 1, what: 'source', how: 'open' });
  return { asked: asked.join(), answer };
}

it.each(['/scans/a.pdf', '/scans/A.JPEG', '/scans/b.docx', '/scans/b.docx.json', '/scans/intray.csv'])(
  'opens %s',
  async (path) => {
    expect(await open(path)).toEqual({ asked: `open ${path}`, answer: { ok: true, value: {} } });
  },
);

it.each(['/s/a.desktop', '/s/a.pdf.exe', '/s/a.docm', '/s/run', '/s/.pdf', '/s/a.svg', '/s/a.pdf '])(
  'shows %j in its folder instead, and says so',
  async (path) => {
    const error = { kind: 'unavailable', message: say('workspace.shownInstead', { path }) };
    expect(await open(path)).toEqual({ asked: `show ${path}`, answer: { ok: false, error } });
  },
);
