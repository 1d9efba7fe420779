import { renderLimits } from '../limits.ts';
import { RenderError } from '../messages.ts';
import type { Pdfium } from './pdfium.ts';

const pictureType = 3;
const formType = 5;

/**
 * Refuses a page with more pixels of pictures than can be decoded in time, before any is decoded. Pictures are found through
 * forms and in annotations. Those of patterns and masks are not; for them the limits on time and memory remain.
 * @throws RenderError `too_large`
 */
export function requireDrawable(pdfium: Pdfium, page: number): void {
  const size = pdfium.wasmExports.malloc(8);
  let pixels = 0;
  let objects = 0;

  function add(object: number): void {
    objects += 1;
    if (objects > renderLimits.pageObjects) throw new RenderError('too_large', `more than ${objects} objects`);
    const type = pdfium.FPDFPageObj_GetType(object);
    if (type === formType) {
      const count = pdfium.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index += 1) add(pdfium.FPDFFormObj_GetObject(object, index));
    }
    if (type !== pictureType || pdfium.FPDFImageObj_GetImagePixelSize(object, size, size + 4) === 0) return;
    const view = new DataView(pdfium.HEAPU8.buffer, size, 8);
    const [width, height] = [view.getUint32(0, true), view.getUint32(4, true)];
    pixels += width * height;
    if (width * height > renderLimits.inputPixels || pixels > renderLimits.pagePixels) {
      throw new RenderError('too_large', `a picture of ${width} x ${height}`);
    }
  }

  try {
    const count = pdfium.FPDFPage_CountObjects(page);
    for (let index = 0; index < count; index += 1) add(pdfium.FPDFPage_GetObject(page, index));
    const annotations = pdfium.FPDFPage_GetAnnotCount(page);
    for (let index = 0; index < annotations; index += 1)
      addAnnotation(pdfium, pdfium.FPDFPage_GetAnnot(page, index), add);
  } finally {
    pdfium.wasmExports.free(size);
  }
}

function addAnnotation(pdfium: Pdfium, annotation: number, add: (object: number) => void): void {
  if (annotation === 0) return;
  try {
    const count = pdfium.FPDFAnnot_GetObjectCount(annotation);
    for (let index = 0; index < count; index += 1) add(pdfium.FPDFAnnot_GetObject(annotation, index));
  } finally {
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
}
