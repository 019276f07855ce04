import { existsSync } from 'node:fs';
import { inEnglish } from '../../../../core/messages/wording.ts';
import { dataDirectory, ledgerPath } from '../../../../settings/data-directory.ts';
import { expandPath } from '../../../../settings/paths.ts';
import { recordedFolders } from '../../../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../../../host.ts';
import type { CommonFlags } from '../../../input/arguments.ts';
import { engineHolder } from '../../../input/engine-holder.ts';
import { readLedger } from '../../../input/read-ledger.ts';
import { localTime, printable } from '../../../output/words.ts';
import { answerWhy, type EarlierDocument, type WhyAnswer } from './answer.ts';
import { findPlace } from './place.ts';
import { timelineLines } from './timeline.ts';

/** `intray status --why FILE`: one file's answer, and its history. */
export async function why(file: string, flags: Pick<CommonFlags, 'dataDir' | 'json'>, host: Host): Promise<0> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const path = expandPath(file, host.paths);
  const answer = existsSync(ledgerPath(directory))
    ? await readLedger(ledgerPath(directory), async (ledger) =>
        answerWhy(await findPlace(path, recordedFolders(ledger)), {
          ledger,
          holder: engineHolder(directory),
          now: Date.now(),
        }),
      )
    : nothingKnown(path, directory);
  if (flags.json === true) host.output.write(`${JSON.stringify(whyEvent(answer))}\n`);
  else host.output.write(`${whyLines(answer, localTime).join('\n')}\n`);
  return 0;
}

function nothingKnown(path: string, directory: string): WhyAnswer {
  const sentences = [`Nothing has been watched yet: there is no ledger in ${printable(directory)}.`];
  return { path, kind: 'outside', sentences, history: [], earlier: [] };
}

/** For people. Pure. */
export function whyLines(answer: WhyAnswer, time: (at: number) => string): string[] {
  const { path, sentences, document, history, earlier } = answer;
  const lines = [printable(path), ...(document === undefined ? [] : [`  ${document.state.kind}`])];
  lines.push(...sentences.map((sentence) => `  ${printable(sentence)}`));
  if (history.length > 0) lines.push('', ...timelineLines(history, time).map((line) => `  ${line}`));
  if (earlier.length > 0) {
    lines.push('', 'Here before:');
    for (const each of earlier) lines.push(`  ${earlierLine(each, path, time)}`);
  }
  return lines;
}

function earlierLine({ document, path, sentence }: EarlierDocument, asked: string, time: (at: number) => string): string {
  const now = path === asked ? '' : `, now ${printable(path)}`;
  return `found ${time(document.foundAt)}${now}: ${document.state.kind}. ${printable(sentence)}`;
}

/** For machines. Times are ISO 8601, UTC. Pure. */
export function whyEvent({ path, kind, sentences, document, history, earlier }: WhyAnswer): Readonly<Record<string, unknown>> {
  const plain = (each: NonNullable<WhyAnswer['document']>) => ({
    id: each.id,
    path: each.path,
    state: each.state.kind,
    found: new Date(each.foundAt).toISOString(),
  });
  return {
    event: 'why',
    path,
    kind,
    answer: sentences.join(' '),
    ...(document !== undefined && { document: plain(document) }),
    history: history.map(({ at, event, note }) => ({
      at: new Date(at).toISOString(),
      event,
      ...(note !== undefined && { note: inEnglish(note) }),
    })),
    earlier: earlier.map(({ document: each, sentence }) => ({ ...plain(each), answer: sentence })),
  };
}
