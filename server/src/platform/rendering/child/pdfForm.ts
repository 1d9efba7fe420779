import { RenderError } from '../messages.ts';
import type { PageSize } from '../messages.ts';
import type { Pdfium } from './pdfium.ts';

/** Size of FPDF_FORMFILLINFO in bytes, with room to spare. */
const callbacksSize = 256;
/** Of the callbacks' layout. */
const version = 2;
/** RGBA instead of BGRA; annotations are drawn with the page. */
const drawFlags = 0x10;

/** The fields of a fillable PDF. PDFium draws them, with what was filled in, separately from the page. */
export class PdfForm {
  readonly #pdfium: Pdfium;
  readonly #callbacks: number;
  readonly #form: number;

  /** Returns null if the document has no fields. */
  static open(pdfium: Pdfium, document: number): PdfForm | null {
    return pdfium.FPDF_GetFormType(document) === 0 ? null : new PdfForm(pdfium, document);
  }

  private constructor(pdfium: Pdfium, document: number) {
    this.#pdfium = pdfium;
    this.#callbacks = pdfium.wasmExports.malloc(callbacksSize);
    if (this.#callbacks === 0) throw new RenderError('too_large');
    // No callbacks: nobody edits the form.
    pdfium.HEAPU8.fill(0, this.#callbacks, this.#callbacks + callbacksSize);
    new DataView(pdfium.HEAPU8.buffer).setUint32(this.#callbacks, version, true);
    this.#form = pdfium.FPDFDOC_InitFormFillEnvironment(document, this.#callbacks);
    if (this.#form !== 0) pdfium.FPDF_RemoveFormFieldHighlight(this.#form);
  }

  draw(bitmap: number, page: number, [width, height]: PageSize): void {
    if (this.#form === 0) return;
    this.#pdfium.FORM_OnAfterLoadPage(page, this.#form);
    this.#pdfium.FPDF_FFLDraw(this.#form, bitmap, page, 0, 0, width, height, 0, drawFlags);
    this.#pdfium.FORM_OnBeforeClosePage(page, this.#form);
  }

  /** Must be called before the document is closed. */
  close(): void {
    if (this.#form !== 0) this.#pdfium.FPDFDOC_ExitFormFillEnvironment(this.#form);
    this.#pdfium.wasmExports.free(this.#callbacks);
  }
}
