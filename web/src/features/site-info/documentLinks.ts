import type { Context } from '../../session/session.ts';
import type { DocumentLink } from '../../shell/features.ts';
import { formatReleaseDay } from '../../ui/dates.ts';

/** Documents that every user can read, the newest of each type. */
export function documentLinks({ releaseNotes, privacyPolicy, termsOfUse }: Context): readonly DocumentLink[] {
  const kinds = [
    { to: '/ReleaseNotes/$siteDocumentId', label: 'Release notes', document: releaseNotes, isDated: true },
    { to: '/PrivacyPolicy/$siteDocumentId', label: 'Privacy policy', document: privacyPolicy, isDated: false },
    { to: '/TermsOfUse/$siteDocumentId', label: 'Terms of use', document: termsOfUse, isDated: false },
  ] as const;
  return kinds.flatMap(({ to, label, document, isDated }) => {
    if (document === null) return [];
    const { siteDocumentId, version, releaseDate } = document;
    const released = formatReleaseDay(releaseDate);
    return {
      to,
      label,
      params: { siteDocumentId: String(siteDocumentId) },
      about: `Version ${version}, ${released}`,
      ...(isDated && { footerNote: `${version} (${released})` }),
    };
  });
}
