import { siteDocumentType, siteDocumentTypeLabels } from '@careloop/contracts/codes';
import type { SiteDocumentSummary } from '@careloop/contracts/site-info';

/** "Release notes" for type 1. */
export function typeLabel(documentType: SiteDocumentSummary['documentType']): string {
  return siteDocumentTypeLabels[siteDocumentType.nameOf(documentType) ?? 'release_note'];
}
