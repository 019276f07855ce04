import type { Wording } from '../../core/messages/wording.ts';
import { type LeftOut, leftOutMessage } from '../../core/watch/left-out.ts';
import { printable } from './terminal-wording.ts';

/** What a folder leaves out: a line for each reason, and if `listed`, one for each path. Pure. */
export function leftOutLines(leftOut: readonly LeftOut[], { text }: Wording, listed: boolean): string[] {
  return leftOut.flatMap((each) => [
    text(leftOutMessage(each)),
    ...(listed ? each.paths.map((path) => `  ${printable(path)}`) : []),
  ]);
}

/** The same for machines. Pure. */
export function leftOutMembers(leftOut: readonly LeftOut[], listed: boolean): Readonly<Record<string, unknown>> {
  if (leftOut.length === 0) return {};
  return {
    leftOut: leftOut.map(({ reason, ending, count, paths }) => {
      return { reason, ...(reason === 'type' && { ending }), count, ...(listed && { paths }) };
    }),
  };
}
