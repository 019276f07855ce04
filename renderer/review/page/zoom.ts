/** How large a page is shown: as wide as its place, or so many times its printed size. */
export type Zoom = 'fit' | number;

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** The next larger or smaller step from the scale that is shown. */
export function stepZoom(scale: number, direction: 1 | -1): number {
  const near = 0.01;
  const further = direction === 1 ? steps.find((step) => step > scale + near) : steps.findLast((step) => step < scale - near);
  return further ?? (direction === 1 ? 4 : 0.25);
}

/** The scale that a zoom means in a place so wide, for a page so wide (both in CSS pixels). */
export function scaleOf(zoom: Zoom, placeWidth: number, pageWidth: number): number {
  if (zoom !== 'fit') return zoom;
  return pageWidth > 0 && placeWidth > 0 ? Math.min(4, Math.max(0.1, placeWidth / pageWidth)) : 1;
}

/** Quarter turns, clockwise. */
export type Turn = 0 | 90 | 180 | 270;

export function turned(turn: Turn): Turn {
  return ((turn + 90) % 360) as Turn;
}
