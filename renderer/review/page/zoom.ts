/** How large a page is shown: fitted to the available width; close up while the focused field's value is on it; or a multiple of its printed size. */
export type Zoom = 'fit' | 'field' | number;

/** What is read without effort, relative to the printed size. */
const closeUp = 1.25;

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** The next larger or smaller step from a scale. */
export function stepZoom(scale: number, direction: 1 | -1): number {
  const near = 0.01;
  const further = direction === 1 ? steps.find((step) => step > scale + near) : steps.findLast((step) => step < scale - near);
  return further ?? (direction === 1 ? 4 : 0.25);
}

/** The scale of a page at a zoom. Widths are in CSS pixels. @param hasField the focused field's value is on it */
export function scaleOf(zoom: Zoom, availableWidth: number, pageWidth: number, hasField = false): number {
  if (typeof zoom === 'number') return zoom;
  const fitted = pageWidth > 0 && availableWidth > 0 ? Math.min(4, Math.max(0.1, availableWidth / pageWidth)) : 1;
  return zoom === 'field' && hasField ? Math.max(fitted, closeUp) : fitted;
}

/** A clockwise rotation in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export function turned(turn: Turn): Turn {
  return ((turn + 90) % 360) as Turn;
}
