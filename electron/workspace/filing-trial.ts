import { setImmediate } from 'node:timers/promises';
import type { FolderSettings } from '../core/config/folder-settings.ts';
import { fileNameOf } from '../core/document/document.ts';
import { hasResult } from '../core/document/states.ts';
import { unknownFields } from '../core/filing/filing-values.ts';
import { parseTemplate } from '../core/filing/template.ts';
import type { FilingTrial, TriedFiling } from '../core/filing/trial.ts';
import { filedName } from '../engine/deliver/delivery-target.ts';
import { filledFor } from '../engine/deliver/place.ts';
import type { LedgerReader } from '../ledger/ledger.ts';

/** So many of the newest documents of a folder are tried. */
const maxTried = 2_000;
const pageSize = 100;
/** The longest name that nearly all disks allow, in bytes. */
const nameBytes = 255;

/**
 * Where the template of these settings would put the documents of a folder that are there, by what is known of them; the disk is
 * not looked at. Copies are among them: each has a file of its own.
 */
export async function tryFiling(
  ledger: LedgerReader,
  folderId: number,
  settings: Pick<FolderSettings, 'fileAway' | 'dates' | 'route'>,
  signal?: AbortSignal,
): Promise<FilingTrial> {
  const { fileAway, route } = settings;
  const found: TriedFiling[] = [];
  const fields = new Set<string>();
  const counts = { tried: 0, waiting: 0 };
  let more = false;
  for (let before: number | undefined = ledger.documents.last() + 1; before !== undefined && !more; ) {
    signal?.throwIfAborted();
    const ids = ledger.documents.foundBefore(folderId, before, pageSize);
    for (const id of ids) {
      const document = ledger.documents.get(id);
      if (document?.result === undefined || !hasResult(document.state.kind) || document.route.id !== route.id) continue;
      more = counts.tried === maxTried;
      if (more) break;
      counts.tried += 1;
      for (const key of ledger.routes.info(document.origin, document.route)?.fields ?? []) fields.add(key);
      const filled = filledFor(ledger, settings, document);
      if (filled === 'waits') counts.waiting += 1;
      else if (filled.kind === 'stays') found.push({ id, path: document.path, stays: filled.message });
      else found.push({ id, path: document.path, to: filled.path });
    }
    before = ids.length < pageSize ? undefined : ids.at(-1);
    await setImmediate();
  }
  const documents = numbered(found, fileAway.kind === 'move' ? fileAway.to : '');
  const template = parseTemplate(fileAway.kind === 'move' ? (fileAway.as ?? '') : '');
  const isKnown = route.kind === 'classification' || fields.size > 0;
  return {
    ...counts,
    more,
    filed: documents.filter(({ to }) => to !== undefined).length,
    unknown: template.ok && isKnown ? unknownFields(template.value, [...fields]) : [],
    documents,
  };
}

/** The oldest has the name alone. */
function numbered(found: readonly TriedFiling[], directory: string): readonly TriedFiling[] {
  const times = new Map<string, number>();
  const named = found.toReversed().map((document) => {
    const { to } = document;
    if (to === undefined) return document;
    const key = to.toLowerCase();
    const attempt = (times.get(key) ?? 0) + 1;
    times.set(key, attempt);
    const name = fileNameOf(to);
    return { ...document, to: `${directory}/${to.slice(0, -name.length)}${filedName(name, attempt, nameBytes)}` };
  });
  return named.toReversed();
}
