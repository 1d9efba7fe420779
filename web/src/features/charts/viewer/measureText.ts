export const fontFamily = 'sans-serif';

/** Letters are measured large, so that the answer is exact for every size. */
const measuredSize = 100;
let canvas: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();
/** Words repeat; more than these are measured anew. */
const mostKnown = 20_000;

/** How long a text is in letters of this size. */
export function measure(text: string, size: number): number {
  let width = known.get(text);
  if (width === undefined) {
    canvas ??= document.createElement('canvas').getContext('2d');
    if (canvas === null) return text.length * size * 0.5;
    canvas.font = `${measuredSize}px ${fontFamily}`;
    width = canvas.measureText(text).width;
    if (known.size >= mostKnown) known.clear();
    known.set(text, width);
  }
  return (width * size) / measuredSize;
}
