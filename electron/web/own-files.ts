import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';

export type OwnFiles = ReturnType<typeof openOwnFiles>;

/**
 * The web host's own directory in the data directory, which is made if it is not there: only its owner may look into it, and what
 * somebody else put there does not count.
 * @throws MessageError if it belongs to somebody else
 */
export function openOwnFiles(dataDirectory: string) {
  const directory = join(dataDirectory, 'web');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const facts = lstatSync(directory);
  if (!facts.isDirectory() || facts.uid !== ownId(facts.uid)) throw new MessageError(say('requests.foreignFiles', { directory }));
  chmodSync(directory, 0o700);
  const path = (name: string) => join(directory, name);
  return {
    path,
    names: () => readdirSync(directory),
    /** Undefined where there is no such file, or somebody else could have written it. */
    read(name: string): string | undefined {
      let file: number;
      try {
        file = openSync(path(name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
      } catch {
        return undefined;
      }
      try {
        const { uid, mode } = fstatSync(file);
        const isOwn = uid === ownId(uid) && (process.platform === 'win32' || (mode & 0o022) === 0);
        return isOwn ? readFileSync(file, 'utf8') : undefined;
      } finally {
        closeSync(file);
      }
    },
    /** Whole or not at all, readable by its owner only. */
    write(name: string, text: string): void {
      const partial = path(`.${name}.${randomBytes(6).toString('hex')}`);
      try {
        writeFileSync(partial, text, { mode: 0o600, flag: 'wx', flush: true });
        renameSync(partial, path(name));
      } catch (error) {
        rmSync(partial, { force: true });
        throw error;
      }
    },
    /** Whether it was there: of several that remove it, one gets true. */
    remove(name: string): boolean {
      try {
        unlinkSync(path(name));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** This user's id; where users have no numbers, whoever owns the file. */
function ownId(otherwise: number): number {
  return process.getuid?.() ?? otherwise;
}
