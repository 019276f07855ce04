/**
 * Whether a file may be opened in its program: a document, an image, or what Intray writes itself. Opening any other may run
 * it (`.desktop`, `.exe`, `.docm`): a folder includes whatever somebody puts there.
 */
export function isOpenable(path: string): boolean {
  return /[^/\\]\.(pdf|png|jpe?g|tiff?|gif|bmp|webp|docx|json|csv)$/i.test(path);
}
