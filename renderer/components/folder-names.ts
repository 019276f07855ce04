/** The name of a folder or file: the last part of its path, on Windows, too. */
export function nameOf(path: string): string {
  const bare = path.replace(/[\\/]+$/, '');
  return bare.slice(Math.max(bare.lastIndexOf('/'), bare.lastIndexOf('\\')) + 1) || path;
}

/** A short name for each folder: its last part, and as many before it as tell it apart from the others. */
export function folderNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const parts = new Map(paths.map((path) => [path, path.split(/[\\/]/u).filter((part) => part !== '')]));
  const nameOf = (path: string, length: number): string => parts.get(path)?.slice(-length).join('/') ?? path;
  return new Map(
    paths.map((path) => {
      const longest = parts.get(path)?.length ?? 1;
      for (let length = 1; length < longest; length += 1) {
        const name = nameOf(path, length);
        if (paths.every((other) => other === path || nameOf(other, length) !== name)) return [path, name];
      }
      return [path, path];
    }),
  );
}
