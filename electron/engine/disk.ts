import { contentType } from './disk/content-type.ts';
import { list, stat } from './disk/list.ts';
import { moveNew } from './disk/move.ts';
import { whileOpen } from './disk/open-file.ts';
import { hash, read } from './disk/read.ts';
import { removeLeftover } from './disk/temporary.ts';
import { createWhole, makeDirectory, probeWrite, replaceWhole, writeAt } from './disk/write.ts';
import type { Files } from './ports.ts';

export { isTemporary } from './disk/temporary-name.ts';

/** The real disk. Each operation is documented where the port is (`ports.ts`) and where it is done (`disk/`). */
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
