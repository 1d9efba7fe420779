export const fontFamily = 'sans-serif';

/** Font size for measuring: large, so that the result is precise at every size. */
const measuredSize = 100;
let canvas: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();
/** Maximum number of cached words; they repeat a lot. */
const maxKnown = 20_000;

/** Width of a text at this font size. */
export function measure(text: string, size: number): number {
  let width = known.get(text);
  if (width === undefined) {
    canvas ??= document.createElement('canvas').getContext('2d');
    if (canvas === null) return text.length * size * 0.5;
    canvas.font = `${measuredSize}px ${fontFamily}`;
    width = canvas.measureText(text).width;
    if (known.size >= maxKnown) known.clear();
    known.set(text, width);
  }
  return (width * size) / measuredSize;
}
