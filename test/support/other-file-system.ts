import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A directory on another file system than temporary files, which the quick tests have in memory; undefined: there is none here. */
export const otherFileSystem = ['/dev/shm', '/var/tmp', import.meta.dirname].find(
  (path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev,
);
