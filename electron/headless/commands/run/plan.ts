import { budgetMessage } from '../../../core/account/budget.ts';
import { type Plan, type Planned, planSums } from '../../../core/account/plan.ts';
import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import { say } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import { createServiceClient } from '../../../service/client.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { createParser } from '../../../workspace/parser/parser.ts';
import { planRun } from '../../../workspace/plan.ts';
import type { Host } from '../../host.ts';
import { ledgerRefusals } from '../../input/ledger-access.ts';
import { leftOutLines, leftOutMembers } from '../../output/columns.ts';
import { jsonLine, messageMembers } from '../../output/events.ts';
import { printable } from '../../output/terminal-wording.ts';
import { budgetMembers } from '../answer/folders.ts';
import type { WorkFlags } from '../options.ts';

/** Of how many files people are told why they would not be sent; `--json` has all of them. */
const namedFiles = 20;

/** `intray run FOLDER --dry-run`: says what would be sent, and sends nothing. Needs no key. @returns the exit code */
export async function plan(folder: FolderSettings, url: string, flags: WorkFlags, host: Host): Promise<0> {
  const parser = createParser();
  const service = createServiceClient({ url, key: () => undefined });
  const stop = new AbortController();
  const endSignals = host.onSignal(() => stop.abort());
  const { terminal } = host.messages;
  const { createLogUpdate } = terminal === undefined ? {} : await import('log-update');
  const draw = terminal && createLogUpdate?.(terminal, { showCursor: true });
  try {
    const planned = await ledgerRefusals(() =>
      planRun({
        ...{ folder, service, parser, signal: stop.signal },
        dataDirectory: dataDirectory(flags.dataDir, host.paths),
        onProgress: ({ kind, done, of }) => draw?.(host.wording.text(say(`runReport.plan.${kind}`, { done, of }))),
      }),
    );
    draw?.clear();
    if (flags.json !== true) host.output.write(`${planLines(planned, host.wording).join('\n')}\n`);
    else for (const event of planEvents(planned, folder.path)) host.output.write(jsonLine(event));
    return 0;
  } finally {
    draw?.done();
    endSignals();
    parser.close();
    await service.close();
  }
}

/** A line for each file, and the sums. Pure. */
function planEvents({ files, budgets, leftOut }: Plan, folder: string): object[] {
  const lines = files.map(({ message, pages, ...file }) => ({
    ...{ event: 'planned', folder, ...file },
    ...(file.outcome === 'send' && { pages: pages ?? null }),
    ...(message !== undefined && messageMembers(message)),
  }));
  const { pages, later, unknownPages, send, ...others } = planSums(files);
  const counts = Object.fromEntries(Object.entries(others).map(([name, some]) => [name, some.length]));
  const sums = { files: send.length, pages, later, unknownPages, ...counts };
  return [...lines, { event: 'plan', folder, ...sums, budgets: budgets.map(budgetMembers), ...leftOutMembers(leftOut, true) }];
}

/** Pure. */
function planLines({ files, budgets, leftOut }: Plan, wording: Wording): string[] {
  const { send, known, rejected, held, unsettled, pages, later, unknownPages } = planSums(files);
  const lines = [wording.text(say('runReport.plan.send', { count: send.length, pages, later, unknown: unknownPages }))];
  if (known.length > 0) lines.push(wording.text(say('runReport.plan.known', { count: known.length })));
  const reasons = (heading: string, some: readonly Planned[]) => {
    if (some.length === 0) return;
    lines.push(heading);
    for (const { path, message } of some.slice(0, namedFiles))
      lines.push(`  ${printable(path)}${message === undefined ? '' : `: ${wording.text(message)}`}`);
    if (some.length > namedFiles)
      lines.push(`  ${wording.text(say('runReport.plan.more', { count: some.length - namedFiles }))}`);
  };
  reasons(wording.text(say('runReport.plan.rejected', { count: rejected.length })), rejected);
  const asked = held.filter(({ budget }) => budget === undefined);
  reasons(wording.text(say('runReport.plan.held', { count: asked.length })), asked);
  for (const budget of budgets) {
    const message = budgetMessage(budget);
    if (message !== undefined)
      reasons(
        wording.text(message),
        held.filter((file) => file.budget === budget.period),
      );
  }
  reasons(wording.text(say('runReport.plan.unsettled', { count: unsettled.length })), unsettled);
  lines.push(...leftOutLines(leftOut, wording, false), wording.text(say('runReport.plan.nothingSent')));
  return lines;
}
