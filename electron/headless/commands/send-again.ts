import { existsSync } from 'node:fs';
import type { Document } from '../../core/document/document.ts';
import { hasResult, traitsOf } from '../../core/document/states.ts';
import { sendAgainOf } from '../../core/document/transition.ts';
import { LedgerDamaged, LedgerNewer, LedgerUnavailable, openLedger } from '../../ledger/ledger.ts';
import { dataDirectory, ledgerPath } from '../../settings/data-directory.ts';
import { expandPath } from '../../settings/paths.ts';
import { recordedFolders } from '../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../host.ts';
import type { CommonFlags } from '../input/arguments.ts';
import { engineHolder } from '../input/engine-holder.ts';
import { readLedger } from '../input/read-ledger.ts';
import { Refusal } from '../input/refusal.ts';
import { plural, printable } from '../output/words.ts';
import { findPlace } from './status/why/place.ts';

/** A file that a person wants sent again, and what can be done about it. */
type Wish =
  | { readonly kind: 'again'; readonly path: string; readonly document: Document }
  | { readonly kind: 'not'; readonly path: string; readonly why: string };

/**
 * `intray send-again FILE…`: documents that failed, were refused, or wait for a person's word are sent once more. The
 * wish is left in the ledger; the engine takes it up within seconds, or when it starts.
 *
 * @returns 0 if every file will be sent, 1 if some need not or cannot be
 * @throws Refusal if there is no ledger, or it cannot be written
 */
export async function sendAgain(
  files: readonly string[],
  flags: Pick<CommonFlags, 'dataDir' | 'json'>,
  host: Host,
): Promise<0 | 1> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = ledgerPath(directory);
  if (!existsSync(file)) throw new Refusal(`Nothing has been watched yet: there is no ledger in ${printable(directory)}.`);
  const wishes = await Promise.all(files.map((each) => wishFor(expandPath(each, host.paths), file)));
  const again = wishes.filter((wish) => wish.kind === 'again');
  if (again.length > 0)
    leaveRequests(
      file,
      again.map(({ document }) => document.id),
    );
  const running = engineHolder(directory).kind === 'running';
  if (flags.json === true) for (const wish of wishes) host.output.write(`${JSON.stringify(wishEvent(wish))}\n`);
  else host.output.write(`${wishLines(wishes, running).join('\n')}\n`);
  return again.length === wishes.length ? 0 : 1;
}

async function wishFor(path: string, ledgerFile: string): Promise<Wish> {
  return readLedger(ledgerFile, async (ledger): Promise<Wish> => {
    const place = await findPlace(path, recordedFolders(ledger));
    const document = place.kind === 'inside' ? ledger.documents.atPath(place.folder.id, place.inside)[0] : undefined;
    if (document === undefined) return { kind: 'not', path, why: 'Intray does not know it.' };
    return sendAgainOf(document.state) === 'no'
      ? { kind: 'not', path, why: whyNot(document) }
      : { kind: 'again', path, document };
  });
}

function whyNot(document: Document): string {
  const { kind } = document.state;
  if (hasResult(kind)) return 'It has its result already; sending it again would cost its pages twice.';
  return traitsOf(kind).hasFile ? `It is on its way (${kind}).` : 'Its file is no longer there.';
}

function leaveRequests(file: string, ids: readonly number[]): void {
  try {
    const ledger = openLedger(file);
    try {
      ledger.transaction(() => {
        for (const documentId of ids) ledger.requests.add({ documentId, kind: 'send-again' });
      });
    } finally {
      ledger.close();
    }
  } catch (error) {
    if (error instanceof LedgerDamaged || error instanceof LedgerNewer || error instanceof LedgerUnavailable)
      throw new Refusal(error.message, { cause: error });
    throw error;
  }
}

/** For people. Pure. */
export function wishLines(wishes: readonly Wish[], running: boolean): string[] {
  const again = wishes.filter((wish) => wish.kind === 'again');
  const lines = wishes.flatMap((wish) => (wish.kind === 'not' ? [`${printable(wish.path)}: ${wish.why}`] : []));
  if (again.length === 0) return lines;
  const when = running ? 'within seconds' : 'when Intray runs next';
  lines.push(`${plural(again.length, 'document is', 'documents are')} sent again ${when}.`);
  const doubtful = again.filter(({ document }) => sendAgainOf(document.state) === 'paid').length;
  if (doubtful > 0) {
    const which = doubtful === again.length ? 'The service may have it' : `The service may have ${doubtful} of them`;
    lines.push(`${which} already, and count the pages twice; the result is marked as a possible duplicate.`);
  }
  return lines;
}

function wishEvent(wish: Wish): Readonly<Record<string, unknown>> {
  return wish.kind === 'again'
    ? { event: 'send-again', path: wish.path, id: wish.document.id, accepted: true }
    : { event: 'send-again', path: wish.path, accepted: false, reason: wish.why };
}
