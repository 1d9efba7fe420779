import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import type { PDFObject, PDFPage } from '@cantoo/pdf-lib';

/** Flags of an annotation. */
const hidden = 2;
const printed = 4;
const notViewed = 32;

/**
 * Makes what annotations show (filled form fields, stamps, comments) part of the page's content. Otherwise it is lost when
 * the page is placed on a sheet, and not every reader draws fields.
 */
export function drawAnnotations(page: PDFPage): void {
  const annotations = page.node.Annots()?.asArray() ?? [];
  const others = annotations.filter((one) => !isDrawn(page, page.doc.context.lookup(one)));
  if (others.length < annotations.length) page.node.set(PDFName.of('Annots'), page.doc.context.obj(others));
}

/** Draws an annotation. False if it shows nothing by itself, such as a link. */
function isDrawn(page: PDFPage, annotation: PDFObject | undefined): boolean {
  if (!(annotation instanceof PDFDict) || !isShown(annotation)) return false;
  const form = appearanceOf(annotation);
  const rect = cornersOf(annotation, 'Rect');
  if (form === null || rect === null) return false;
  const shape = shapeOf(form.stream.dict);
  if (shape === null) return false;
  // The appearance, turned by its own matrix, fills the rectangle.
  const [across, down] = [(rect.right - rect.left) / shape.width, (rect.top - rect.bottom) / shape.height];
  const [left, bottom] = [rect.left - shape.x * across, rect.bottom - shape.y * down];
  form.stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  const name = page.node.newXObject('Annotation', form.ref);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(across, 0, 0, down, left, bottom),
    drawObject(name),
    popGraphicsState(),
  );
  return true;
}

function isShown(annotation: PDFDict): boolean {
  const flags = annotation.lookup(PDFName.of('F'));
  const set = flags instanceof PDFNumber ? flags.asNumber() : 0;
  const subtype = annotation.lookup(PDFName.of('Subtype'));
  if ((set & hidden) !== 0 || subtype === PDFName.of('Popup')) return false;
  // As content it could cover the text that it marks.
  if (subtype === PDFName.of('Highlight')) return false;
  return (set & notViewed) === 0 || (set & printed) !== 0;
}

/** The normal appearance; of a checkbox the one of its state. */
function appearanceOf(annotation: PDFDict): { ref: PDFRef; stream: PDFStream } | null {
  const appearances = annotation.lookup(PDFName.of('AP'));
  if (!(appearances instanceof PDFDict)) return null;
  const normal = PDFName.of('N');
  const states = appearances.lookup(normal);
  const state = annotation.lookup(PDFName.of('AS'));
  const isByState = states instanceof PDFDict && state instanceof PDFName;
  const ref = isByState ? states.get(state) : appearances.get(normal);
  const stream = annotation.context.lookup(ref);
  return ref instanceof PDFRef && stream instanceof PDFStream ? { ref, stream } : null;
}

/** The box around an appearance after its own matrix; null if it is empty. */
function shapeOf(form: PDFDict) {
  const box = cornersOf(form, 'BBox');
  if (box === null) return null;
  const { left, bottom, right, top } = box;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(form, 'Matrix');
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** A rectangle, of which any two opposite corners may be given. */
function cornersOf(dict: PDFDict, name: string) {
  const [x1, y1, x2, y2] = numbersOf(dict, name);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

function numbersOf(dict: PDFDict, name: string): number[] {
  const list = dict.lookup(PDFName.of(name));
  if (!(list instanceof PDFArray)) return [];
  const numbers = list.asArray().map((one) => dict.context.lookup(one));
  return numbers.flatMap((one) => (one instanceof PDFNumber ? [one.asNumber()] : []));
}
