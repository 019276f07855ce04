import { expect, it } from 'vitest';
import { say } from '../../../electron/core/messages/message.ts';
import { openDocument } from '../../../electron/workspace/documents/preview.ts';
import type { RequestRefused, WorkspaceContext } from '../../../electron/workspace/workspace-context.ts';

/** What "Open" does with a file of this path: what the system was asked for, and the answer. */
async function open(path: string): Promise<{ readonly asked: string; readonly answer: unknown }> {
  const asked: string[] = [];
  const open = async (target: string, how: string) => {
    asked.push(`${how} ${target}`);
    return undefined;
  };
  const world = { open } as Pick<WorkspaceContext['world'], 'open'> as WorkspaceContext['world'];
  const answer = await openDocument({ world }, path, 'open').catch((refused: RequestRefused) => refused.error);
  return { asked: asked.join(), answer };
}

it.each(['/scans/a.pdf', '/scans/A.JPEG', '/scans/b.docx', '/scans/b.docx.json', '/scans/intray.csv'])(
  'opens %s',
  async (path) => {
    expect(await open(path)).toEqual({ asked: `open ${path}`, answer: {} });
  },
);

it.each(['/s/a.desktop', '/s/a.pdf.exe', '/s/a.docm', '/s/run', '/s/.pdf', '/s/a.svg', '/s/a.pdf '])(
  'shows %j in its folder instead, and says so',
  async (path) => {
    const error = { kind: 'unavailable', message: say('workspace.shownInstead', { path }) };
    expect(await open(path)).toEqual({ asked: `show ${path}`, answer: error });
  },
);
