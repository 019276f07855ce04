/**
 * Whether what is fetched is installed only if it was signed by whom this program was: macOS sees to it itself, on Windows
 * electron-updater does where the package names its publisher. A hash in the feed says nothing: whoever has the feed has the hash. Pure.
 *
 * @param feed `app-update.yml`
 */
export function checksSigner(platform: NodeJS.Platform, feed: string): boolean {
  if (/^url:(?! *['"]?https:\/\/)/m.test(feed)) return false;
  return platform === 'darwin' || (platform === 'win32' && /^publisherName: *(?:\S|\n *- *\S)/m.test(feed));
}
