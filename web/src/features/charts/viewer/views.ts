import type { DocumentInfo } from '@careloop/contracts/charts/viewer';
import { documentFormat, type DocumentFormat } from '@careloop/contracts/codes';

/** How a document is shown. */
export type View = 'pages' | 'pdf' | 'readable' | 'text';

const views: Record<DocumentFormat, View> = {
  document_page: 'pages',
  image: 'pages',
  dicom: 'pages',
  pdf: 'pdf',
  text: 'text',
  xml: 'text',
  hl7: 'readable',
  rtf: 'readable',
  html: 'readable',
  xhtml: 'readable',
};
const labels: Record<View, string> = { pages: 'Pages', pdf: 'PDF', readable: 'Readable', text: 'Text' };

/** The views of a document, the default first. */
export function viewsOf({ supportedFormats, pageSizes, contentType }: DocumentInfo): { value: View; label: string }[] {
  const isDicom = contentType.includes('dicom');
  const formats = supportedFormats.map((code) => documentFormat.nameOf(code)).filter((format) => format !== undefined);
  const possible = formats.map((format) => views[format]).filter((view) => view !== 'pages' || pageSizes.length > 0);
  return [...new Set(possible)].map((value) => ({
    value,
    label: isDicom && value === 'readable' ? 'Tags' : labels[value],
  }));
}

/** Whether the view has text to search: pages do if the document has text. */
export function isSearchable(view: View, { supportedFormats }: DocumentInfo): boolean {
  if (view === 'pdf') return false;
  return view !== 'pages' || supportedFormats.includes(documentFormat.table.text);
}

/** Whether its text is the content of its file; that of a PDF is extracted from its pages. */
export const hasRawText = ({ contentType }: DocumentInfo): boolean => !contentType.includes('pdf');
