import { basename, join } from 'node:path';
import { type Message, say } from '../../core/messages/message.ts';
import type { Result } from '../../core/result.ts';
import { createSharedDisk } from '../../engine/disk/shared-disk.ts';
import { expandPath } from '../../settings/paths.ts';
import { recordedFolders } from '../../workspace/engine/engine-snapshot.ts';
import { copyInto } from '../../workspace/folders/add-files.ts';
import { ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { messageMembers } from '../output/events.ts';
import { defineCommand } from './command.ts';
import { examples, ledgerOptions } from './options.ts';

/**
 * Copies files into a watched folder, each under the name that is free there. From there on they are documents like any other.
 *
 * @returns 0 if every file was copied, 1 if some were not
 * @throws Refusal if the folder was never watched, or there is no ledger
 */
export const command = defineCommand({
  name: 'send',
  summary: say('help.send.summary'),
  operands: [{ term: say('help.terms.file'), repeat: 'some' }],
  options: [{ flag: '--to', value: say('help.terms.folder'), text: say('help.send.to'), required: true }, ...ledgerOptions],
  help: [say('help.send.about'), examples('intray send ~/Downloads/invoice.pdf --to ~/scans')],
  async run({ operands, flags, host }) {
    const kept = ledgerFor(flags, host);
    const known = await kept.read(recordedFolders);
    const disk = createSharedDisk();
    try {
      const path = await disk.resolve(expandPath(flags.to ?? '', host.paths));
      const { id, settings } = known.find((folder) => folder.path === path) ?? {};
      if (id === undefined || settings === undefined) throw new Refusal(say('answers.send.notWatched', { path }));
      const outcomes: { readonly from: string; readonly copied: Result<string, Message> }[] = [];
      await kept.write(async ({ arrivals }) => {
        for (const each of operands) {
          const from = expandPath(each, host.paths);
          const copied = await copyInto(disk, { path, settings }, await disk.resolve(from));
          // What a person sends is never asked about, however many files there are.
          if (copied.ok) arrivals.want(id, copied.value, Date.now());
          outcomes.push({ from, copied });
        }
      });
      const isSome = outcomes.some(({ copied }) => copied.ok);
      return {
        events: outcomes.map(({ from, copied }) => ({
          ...{ event: 'send', path: from, accepted: copied.ok },
          ...(copied.ok ? { to: join(path, copied.value) } : messageMembers(copied.error)),
        })),
        lines: [
          ...outcomes.map(({ from, copied }) =>
            copied.ok
              ? say('answers.send.copied', { name: basename(from), path: join(path, copied.value) })
              : say('answers.about', { path: from, message: copied.error }),
          ),
          ...(isSome ? [kept.soon()] : []),
        ],
        exit: outcomes.every(({ copied }) => copied.ok) ? 0 : 1,
      };
    } finally {
      disk.close();
    }
  },
});
