import type { SiteDocumentType } from '@careloop/contracts/codes';
import type { OutputOf } from '@careloop/contracts/endpoint';
import type { getSiteDocument } from '@careloop/contracts/site-info';

/** A document with its neighbors. */
export type ReadDocument = OutputOf<typeof getSiteDocument>;

/** Route of the documents of each type. */
export const documentRoutes = {
  release_note: '/ReleaseNotes/$siteDocumentId',
  privacy_policy: '/PrivacyPolicy/$siteDocumentId',
  terms_of_use: '/TermsOfUse/$siteDocumentId',
} as const satisfies Record<SiteDocumentType, string>;
