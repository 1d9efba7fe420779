import { getDocumentWords, type DocumentAddress, type PageWord } from '@careloop/contracts/charts/viewer';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useMemo, type CSSProperties, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import classes from './TextLayer.module.css';

export interface TextLayerProps {
  document: DocumentAddress;
  page: number;
  /** Natural width and height of the page. */
  size: readonly [number, number];
  /** Width at which the page is shown before rotation. */
  width: number;
}

/** Invisible text over the page's image, to be selected, copied and read aloud. */
export function TextLayer({ document, page, size: [pageWidth, pageHeight], width }: TextLayerProps): ReactNode {
  const query = useQuery({ ...queryOf(getDocumentWords, { ...document, page }), staleTime: Infinity });
  const lines = query.data?.lines;
  // Laid out once at natural size, and scaled as a whole when the zoom changes.
  const words = useMemo(
    () =>
      lines?.map((line, row) => (
        <Fragment key={row}>
          {line.map((word, index) => (
            <span key={index} style={placeOf(word, pageWidth, pageHeight)}>
              {word.text}
            </span>
          ))}
          <br />
        </Fragment>
      )),
    [lines, pageWidth, pageHeight],
  );
  if (words === undefined || words.length === 0) return null;
  const style = { width: pageWidth, height: pageHeight, transform: `scale(${width / pageWidth})` };
  return (
    <div className={classes.layer} style={{ ...style, fontFamily }} data-text-of={page}>
      {words}
      {/* Fills the gaps between words: otherwise a selection would jump to the end of the page there. */}
      <div className={classes.blank} />
    </div>
  );
}

/** Style of a word: its font size is the height of its box, stretched to its length and rotated like it. */
function placeOf({ text, left, top, width, height, turn }: PageWord, pageWidth: number, pageHeight: number) {
  const [across, down] = [width * pageWidth, height * pageHeight];
  const [length, size] = turn === 0 ? [across, down] : [down, across];
  const stretch = length / Math.max(0.01, measure(text, size));
  return {
    left: left * pageWidth + (turn === 90 ? across : 0),
    top: top * pageHeight + (turn === 270 ? down : 0),
    fontSize: size,
    transform: `rotate(${turn}deg) scaleX(${stretch})`,
  } satisfies CSSProperties;
}

const fontFamily = 'sans-serif';

/** Font size for measuring: large, so that the result is precise at every size. */
const measuredSize = 100;
let canvas: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();
/** Maximum number of cached words; they repeat a lot. */
const maxKnown = 20_000;

/** Width of a text at this font size. */
function measure(text: string, size: number): number {
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
