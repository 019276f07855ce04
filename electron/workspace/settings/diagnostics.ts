import { open } from 'node:fs/promises';
import { arch, release, totalmem } from 'node:os';
import type { Check } from '../../core/contract/status.ts';
import { messageSchema } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { logPath } from '../../settings/log.ts';
import { statusOf } from '../engine/status.ts';
import { localChecks } from '../health/doctor.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

/** How much of the end of the log is included, in bytes. */
const logBytes = 64 * 1024;

/**
 * A report for support, in English whatever the language of the window: versions, status, health checks, settings and the
 * end of the log. No secrets, and no values of documents.
 */
export async function diagnostics(context: WorkspaceContext): Promise<{ readonly fileName: string; readonly text: string }> {
  const { world, settings, clock } = context;
  const now = new Date(clock.now()).toISOString();
  const sections: readonly (readonly [title: string, body: string])[] = [
    ['Program', programLines(context).join('\n')],
    ['Status', JSON.stringify(statusOf(context), messagesInEnglish, 2)],
    ['Health', (await localChecks(context)).map(checkLine).join('\n')],
    ['Settings', withoutPasswords(JSON.stringify(settings.current, undefined, 2))],
    ['End of the log', await endOf(logPath(world.dataDirectory))],
  ];
  const text = [`Intray diagnostics, ${now}`, ...sections.map(([title, body]) => `== ${title} ==\n${body}`)].join('\n\n');
  return {
    fileName: `intray-diagnostics-${now.slice(0, 19).replaceAll(':', '-')}.txt`,
    text: `${world.redaction.clean(text)}\n`,
  };
}

function programLines({ world }: WorkspaceContext): string[] {
  const { version, host } = world.about;
  const electron = process.versions.electron;
  return [
    `Intray ${version} (${host})`,
    `Node ${process.versions.node}${electron === undefined ? '' : `, Electron ${electron}`}`,
    `${process.platform} ${release()} ${arch()}, ${Math.round(totalmem() / 1024 ** 3)} GB`,
    `locale ${world.locale}, data directory ${world.dataDirectory}`,
  ];
}

/** Whoever reads the report needs sentences, not codes. */
function messagesInEnglish(_name: string, value: unknown): unknown {
  const isMessage = typeof value === 'object' && value !== null && 'code' in value && 'values' in value;
  return isMessage ? inEnglish(messageSchema.parse(value)) : value;
}

/** An address that a person typed may contain a password. */
function withoutPasswords(text: string): string {
  return text.replace(/(:\/\/)[^/\s"@]*@/g, '$1');
}

function checkLine(check: Check): string {
  const remedy = 'remedy' in check ? ` → ${inEnglish(check.remedy)}` : '';
  return `${check.status.padEnd(8)} ${check.area.padEnd(9)} ${inEnglish(check.seen)}${remedy}`;
}

async function endOf(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const length = Math.min(size, logBytes);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
      const text = buffer.toString('utf8', 0, bytesRead);
      return size > length ? text.slice(text.indexOf('\n') + 1) : text;
    } finally {
      await handle.close();
    }
  } catch {
    return 'There is no log.';
  }
}
