import type { DocumentInfo } from '@careloop/contracts/charts/viewer';
import { documentFormat } from '@careloop/contracts/codes';

/** How a document is shown. */
export type View = 'pages' | 'text';

const labels: Record<View, string> = { pages: 'Pages', text: 'Text' };

function viewOf(format: number, { pageSizes }: DocumentInfo): View | undefined {
  switch (documentFormat.nameOf(format)) {
    case 'document_page':
    case 'image':
    case 'dicom':
      return pageSizes.length > 0 ? 'pages' : undefined;
    case 'text':
    case 'xml':
    case 'hl7':
      return 'text';
    default:
      return undefined;
  }
}

/** The ways in which a document can be shown, the usual one first. */
export function viewsOf(info: DocumentInfo): { value: View; label: string }[] {
  const views = info.supportedFormats.map((format) => viewOf(format, info)).filter((view) => view !== undefined);
  return [...new Set(views)].map((value) => ({ value, label: labels[value] }));
}
