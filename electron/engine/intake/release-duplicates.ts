import type { Document } from '../../core/document/document.ts';
import type { EngineContext } from '../loop/engine-context.ts';

/**
 * A folder that is watched waits for no folder that is not: what waits there and was not sent lets its copies go first.
 * It is taken in anew when its folder goes on, and finds then what became of them: the content is sent once.
 *
 * @returns whether any of these documents gave way
 */
export function releaseDuplicates(
  { world, writer, folders }: Pick<EngineContext, 'world' | 'writer' | 'folders'>,
  documents: readonly Document[],
): boolean {
  const idle = documents.filter(
    ({ state, folderId }) => state.kind === 'waiting' && state.wait.kind === 'ready' && folders.get(folderId)?.active !== true,
  );
  const at = world.clock.now();
  const note = 'Its folder is not watched now, so a copy of it goes first.';
  writer.apply(idle.map(({ id }) => ({ id, event: { kind: 'touched', at }, note })));
  return idle.length > 0;
}
