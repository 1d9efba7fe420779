import type { Context } from '../session/session.ts';

/** What everybody here can read, the newest of each kind: in the footer and on the sitemap. */
export function siteDocumentsOf({ releaseNotes, privacyPolicy, termsOfUse }: Context) {
  return (
    [
      { to: '/ReleaseNotes/$siteDocumentId', label: 'Release notes', document: releaseNotes },
      { to: '/PrivacyPolicy/$siteDocumentId', label: 'Privacy policy', document: privacyPolicy },
      { to: '/TermsOfUse/$siteDocumentId', label: 'Terms of use', document: termsOfUse },
    ] as const
  ).flatMap(({ document, ...kind }) =>
    document === null ? [] : [{ ...kind, document, params: { siteDocumentId: String(document.siteDocumentId) } }],
  );
}
