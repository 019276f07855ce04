/** The word around an offset of a text, without the marks that belong to the sentence and not to the value. */
export function wordAround(text: string, offset: number): string {
  const before = /\S*$/u.exec(text.slice(0, offset))?.[0] ?? '';
  const after = /^\S*/u.exec(text.slice(offset))?.[0] ?? '';
  return `${before}${after}`.replaceAll(/^[([{"'«»„“”‚‘’:;,.]+|[)\]}"'«»„“”‚‘’:;,.]+$/gu, '');
}

/** How far beside a word a click still means it, in CSS pixels. */
const slack = 3;

/** The word under the pointer; undefined where there is none. */
export function wordAt(within: Element, x: number, y: number): string | undefined {
  const caret = document.caretPositionFromPoint(x, y);
  const node = caret?.offsetNode;
  if (caret === null || !(node instanceof Text) || !within.contains(node)) return undefined;
  // The nearest text is found, however far away it is.
  const line = document.createRange();
  line.selectNodeContents(node);
  const isNear = [...line.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left - slack && x <= right + slack && y >= top - slack && y <= bottom + slack,
  );
  return (isNear && wordAround(node.data, caret.offset)) || undefined;
}
