import type { Files } from '../ports.ts';
import { contentType } from './content-type.ts';
import { list, stat } from './list.ts';
import { moveNew } from './move.ts';
import { whileOpen } from './open-file.ts';
import { hash, read } from './read.ts';
import { removeLeftover } from './temporary.ts';
import { createWhole, makeDirectory, probeWrite, replaceWhole, writeAt } from './write.ts';

export { isTemporary } from './temporary.ts';

/** The real disk. Each operation is documented at the port (`ports.ts`) and where it is implemented. */
export function createFiles(): Files {
  return {
    stat,
    list,
    read,
    hash,
    contentType,
    whileOpen,
    probeWrite,
    createWhole,
    replaceWhole,
    writeAt,
    makeDirectory,
    moveNew,
    removeLeftover,
  };
}
