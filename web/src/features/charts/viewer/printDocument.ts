import { patientName } from '@careloop/contracts/patients/identity';
import {
  getDocumentPage,
  getDocumentText,
  viewerTexts,
  type DocumentAddress,
  type DocumentInfo,
} from '@careloop/contracts/charts/viewer';
import { documentFormat } from '@careloop/contracts/codes';
import { call } from '../../../api/call.ts';
import { fetchFile } from '../../../api/download.ts';
import { formatBirth } from '../../../ui/dates.ts';
import { pageMargins } from '../../../ui/printPage.ts';
import { pageOf } from './MarkupFrame.tsx';
import { sanitize } from './sanitizeMarkup.ts';
import { hasRawText, type View } from './views.ts';

/** Maximum number of pages to print at once: longer documents are downloaded and printed from there. */
const maxPrintedPages = 100;
const printWidth = 1600;
const pagesAtOnce = 4;

/**
 * Prints a document as shown, with its patient and "Page n of m" on each sheet. Resolves to the number of pages printed.
 */
export async function printDocument(info: DocumentInfo, view: View, address: DocumentAddress): Promise<number> {
  const urls: string[] = [];
  try {
    const isPaged = view === 'pages' || view === 'pdf';
    const body = isPaged ? await pagesHtml(info, address, urls) : await textHtml(info, view, address);
    await printPage(pageOf(body, sheetStyle(info, isPaged ? info.pageSizes.length : 1)));
    return urls.length;
  } finally {
    for (const url of urls) URL.revokeObjectURL(url);
  }
}

async function pagesHtml(info: DocumentInfo, address: DocumentAddress, urls: string[]): Promise<string> {
  const count = Math.min(info.pageSizes.length, maxPrintedPages);
  for (let first = 1; first <= count; first += pagesAtOnce) {
    const pages = Array.from({ length: Math.min(pagesAtOnce, count + 1 - first) }, (_, index) => first + index);
    const files = await Promise.all(
      pages.map((page) => fetchFile(getDocumentPage, { ...address, page, width: printWidth })),
    );
    urls.push(...files.map(({ bytes }) => URL.createObjectURL(bytes)));
  }
  return urls.map((url) => `<img class="sheet" src="${url}" alt="">`).join('');
}

async function textHtml(info: DocumentInfo, view: View, address: DocumentAddress): Promise<string> {
  const { text, format } = await call(getDocumentText, {
    ...address,
    returnRawData: view === 'text' && hasRawText(info),
  });
  if (format === documentFormat.table.html) return sanitize(text);
  const escaped = document.createElement('pre');
  escaped.textContent = text;
  return escaped.outerHTML;
}

function sheetStyle({ patient, documentName, contentType }: DocumentInfo, pageCount: number): string {
  const foot = [
    documentName,
    ...(contentType.includes('dicom') ? [viewerTexts.referenceOnly] : []),
    ...(pageCount > maxPrintedPages ? [`The first ${maxPrintedPages} of ${pageCount} pages`] : []),
  ].join(' · ');
  const whose = `${patientName(patient)} · Born ${formatBirth(patient.dateOfBirth)} · MRN ${patient.mrn}`;
  return `
    ${pageMargins({ margin: '16mm 12mm', topLeft: whose, bottomLeft: foot })}
    body { max-width: none; padding: 0 }
    .sheet { display: block; max-width: 100%; max-height: 245mm; margin: 0 auto; break-after: page }
    .sheet:last-child { break-after: auto }`;
}

/** Prints in a frame where nothing of the document can run; it may open the print dialog. */
async function printPage(html: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; visibility: hidden';
  frame.title = 'Print';
  frame.srcdoc = html;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove(), { once: true });
  frame.contentWindow?.print();
}
