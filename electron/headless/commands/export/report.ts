import { type Message, say } from '../../../core/messages/message.ts';
import { inEnglish } from '../../../core/messages/wording.ts';
import { messageMembers } from '../../output/message-members.ts';

/** A file that an export was to write. */
export type Exported =
  | { readonly state: 'written' | 'there'; readonly kind: 'json' | 'csv'; readonly path: string }
  /** `path`: the document or output that it is about. */
  | { readonly state: 'not'; readonly path: string; readonly why: Message };

/** For machines. Pure. */
export function exportEvent(exported: Exported): Readonly<Record<string, unknown>> {
  if (exported.state !== 'not') return { event: 'export', state: exported.state, kind: exported.kind, path: exported.path };
  const { path, why } = exported;
  return { event: 'export', state: 'not-exported', path, reason: inEnglish(why), ...messageMembers(why) };
}

/**
 * For people: what could not be exported, one by one up to a few, then the sum. Pure.
 * @param directory where the files went; undefined if beside the documents
 */
export function exportMessages(all: readonly Exported[], directory: string | undefined): Message[] {
  const not = all.filter((each) => each.state === 'not');
  const messages = not.slice(0, maxLines).map(({ path, why }) => say('answers.export.not', { path, message: why }));
  if (not.length > maxLines) messages.push(say('answers.export.moreNot', { count: not.length - maxLines }));
  const written = filesOf(all, 'written');
  const there = filesOf(all, 'there');
  if (written.length > 0)
    messages.push(
      directory === undefined
        ? say('answers.export.writtenBeside', { files: written })
        : say('answers.export.writtenIn', { files: written, path: directory }),
    );
  if (there.length > 0) messages.push(say('answers.export.there', { files: there }));
  return messages.length === 0 ? [say('answers.export.nothing')] : messages;
}

const maxLines = 20;

function filesOf(all: readonly Exported[], state: 'written' | 'there'): Message[] {
  const count = (kind: 'json' | 'csv') => all.filter((each) => each.state === state && each.kind === kind).length;
  const [json, csv] = [count('json'), count('csv')];
  return [
    ...(json > 0 ? [say('answers.export.jsonFiles', { count: json })] : []),
    ...(csv > 0 ? [say('answers.export.tables', { count: csv })] : []),
  ];
}
