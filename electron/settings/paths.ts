import { posix, win32 } from 'node:path';

/** What a path that a person typed is relative to. */
export interface PathContext {
  /** Where a relative path begins; absolute. */
  readonly directory: string;
  /** The user's home, for a leading `~`. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The data directory that the environment names (INTRAY_DATA_DIR). */
  readonly dataDirectory?: string;
}

/** Absolute and without `.`, `..` or a trailing separator; a leading `~` is the user's home. Pure. */
export function expandPath(path: string, context: PathContext): string {
  const { isAbsolute, resolve } = flavour(context.platform);
  const tilde = context.platform === 'win32' ? /^~(?=$|[\\/])/ : /^~(?=$|\/)/;
  const expanded = path.replace(tilde, () => context.home);
  // On Windows an absolute path may lack its drive.
  return isAbsolute(expanded) && context.platform !== 'win32' ? resolve(expanded) : resolve(context.directory, expanded);
}

/** The first two of these absolute paths that are the same folder, or one inside the other, by index. Pure. */
export function findOverlap(
  paths: readonly string[],
  platform: NodeJS.Platform,
): { readonly outer: number; readonly inner: number } | undefined {
  const { sep } = flavour(platform);
  const folded = paths.map((path) => foldPath(path, platform));
  for (const [inner, path] of folded.entries()) {
    const outer = folded.findIndex((other, index) =>
      path === other ? index < inner : path.startsWith(other.endsWith(sep) ? other : `${other}${sep}`),
    );
    if (outer >= 0) return { outer, inner };
  }
  return undefined;
}

/** Names that differ only in Unicode form, or in case on a system that ignores it, are the same name. */
function foldPath(path: string, platform: NodeJS.Platform): string {
  const normalized = path.normalize('NFC');
  return platform === 'win32' || platform === 'darwin' ? normalized.toLowerCase() : normalized;
}

function flavour(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
