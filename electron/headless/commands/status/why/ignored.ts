import type { Message } from '../../../../core/messages/message.ts';
import { inEnglish } from '../../../../core/messages/wording.ts';
import { createFilter } from '../../../../engine/watch/filter.ts';
import { printable } from '../../../output/words.ts';
import type { Place } from './place.ts';

/** Why a file in a folder is not taken, whatever its content; undefined if it would be. */
export function describeUntaken({ folder, inside, disk, link }: Extract<Place, { kind: 'inside' }>): string | undefined {
  if (link === inside || disk.kind === 'link') return 'It is a link. Links are not followed: put the file itself here.';
  if (link !== undefined) return `It is not taken: "${printable(link)}" is a link, and links are not followed.`;
  if (disk.kind === 'other') return 'It is not taken: it is not a file (a device, a pipe or a socket).';
  const { settings } = folder;
  if (settings === undefined) return undefined;
  const filter = createFilter(settings);
  return directoryReason(filter, inside) ?? text(filter.file(inside));
}

/** Why the directory that a path lies in is not looked into. */
export function directoryReason(filter: Pick<ReturnType<typeof createFilter>, 'directory'>, inside: string): string | undefined {
  const parts = inside.split('/').slice(0, -1);
  for (const [index] of parts.entries()) {
    const directory = parts.slice(0, index + 1).join('/');
    const reason = filter.directory(directory);
    if (reason !== undefined) return `It lies in "${printable(directory)}", which is not watched. ${inEnglish(reason)}`;
  }
  return undefined;
}

function text(message: Message | undefined): string | undefined {
  return message === undefined ? undefined : inEnglish(message);
}
