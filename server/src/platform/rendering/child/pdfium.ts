import { PDFiumModule } from '@hyzyla/pdfium';

/** A page to draw on a bitmap, and where. */
type Drawing = [
  bitmap: number,
  page: number,
  x: number,
  y: number,
  width: number,
  height: number,
  rotate: number,
  flags: number,
];

/** PDFium functions used here, named as in its C headers; the package's types list only some of them. */
export interface Pdfium {
  FPDF_InitLibrary: () => void;
  FPDF_LoadMemDocument: (bytes: number, length: number, password: number) => number;
  FPDF_CloseDocument: (document: number) => void;
  FPDF_GetLastError: () => number;
  FPDF_GetPageCount: (document: number) => number;
  FPDF_GetPageSizeByIndexF: (document: number, index: number, size: number) => number;
  FPDF_LoadPage: (document: number, index: number) => number;
  FPDF_ClosePage: (page: number) => void;
  FPDFBitmap_CreateEx: (width: number, height: number, format: number, buffer: number, stride: number) => number;
  FPDFBitmap_FillRect: (
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ) => void;
  FPDFBitmap_Destroy: (bitmap: number) => void;
  FPDF_RenderPageBitmap: (...drawing: Drawing) => void;
  FPDFPage_CountObjects: (page: number) => number;
  FPDFPage_GetObject: (page: number, index: number) => number;
  FPDFPageObj_GetType: (object: number) => number;
  FPDFFormObj_CountObjects: (form: number) => number;
  FPDFFormObj_GetObject: (form: number, index: number) => number;
  FPDFImageObj_GetImagePixelSize: (picture: number, width: number, height: number) => number;
  FPDFPage_GetAnnotCount: (page: number) => number;
  FPDFPage_GetAnnot: (page: number, index: number) => number;
  FPDFPage_CloseAnnot: (annotation: number) => void;
  FPDFAnnot_GetObjectCount: (annotation: number) => number;
  FPDFAnnot_GetObject: (annotation: number, index: number) => number;
  FPDF_GetFormType: (document: number) => number;
  FPDFDOC_InitFormFillEnvironment: (document: number, callbacks: number) => number;
  FPDFDOC_ExitFormFillEnvironment: (form: number) => void;
  FPDF_RemoveFormFieldHighlight: (form: number) => void;
  FORM_OnAfterLoadPage: (page: number, form: number) => void;
  FORM_OnBeforeClosePage: (page: number, form: number) => void;
  FPDF_FFLDraw: (form: number, ...drawing: Drawing) => void;
  FPDF_PageToDevice: (
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ) => number;
  FPDFText_LoadPage: (page: number) => number;
  FPDFText_ClosePage: (textPage: number) => void;
  FPDFText_CountChars: (textPage: number) => number;
  FPDFText_GetText: (textPage: number, start: number, count: number, buffer: number) => number;
  FPDFText_GetUnicode: (textPage: number, index: number) => number;
  FPDFText_GetLooseCharBox: (textPage: number, index: number, rect: number) => number;
  FPDFText_FindStart: (textPage: number, term: number, flags: number, start: number) => number;
  FPDFText_FindNext: (search: number) => number;
  FPDFText_FindClose: (search: number) => void;
  FPDFText_GetSchResultIndex: (search: number) => number;
  FPDFText_GetSchCount: (search: number) => number;
  FPDFText_CountRects: (textPage: number, start: number, count: number) => number;
  FPDFText_GetRect: (
    textPage: number,
    index: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ) => number;
  wasmExports: { malloc: (size: number) => number; free: (pointer: number) => void };
  HEAPU8: Uint8Array;
}

export async function loadPdfium(): Promise<Pdfium> {
  const module = await PDFiumModule({});
  // The names of compiled C functions begin with an underscore.
  const pdfium = new Proxy(module as unknown as Record<string, unknown>, {
    get: (target, name: string) => target[/^(?:FPDF|FORM_)/.test(name) ? `_${name}` : name],
  }) as unknown as Pdfium;
  pdfium.FPDF_InitLibrary();
  return pdfium;
}
