/**
 * The host puts an empty line after every paragraph and every cell of a table. A paragraph is a line here, and what was
 * left empty in the document one empty line.
 */
export function closed(text: string): string {
  return text
    .replaceAll(/[ \t\u{a0}]+$/gmu, '')
    .replaceAll(/\n{2,}/g, ({ length }) => (length === 2 ? '\n' : '\n\n'))
    .trim();
}
