import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SiteDocumentPage } from './SiteDocumentPage.tsx';

const releaseNotes = getRouteApi('/ReleaseNotes/$siteDocumentId');
const privacyPolicy = getRouteApi('/PrivacyPolicy/$siteDocumentId');
const termsOfUse = getRouteApi('/TermsOfUse/$siteDocumentId');

export function ReleaseNotesPage(): ReactNode {
  return <SiteDocumentPage type="release_note" siteDocumentId={releaseNotes.useParams().siteDocumentId} />;
}

export function PrivacyPolicyPage(): ReactNode {
  return <SiteDocumentPage type="privacy_policy" siteDocumentId={privacyPolicy.useParams().siteDocumentId} />;
}

export function TermsOfUsePage(): ReactNode {
  return <SiteDocumentPage type="terms_of_use" siteDocumentId={termsOfUse.useParams().siteDocumentId} />;
}
