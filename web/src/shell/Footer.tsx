import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { formatReleaseDay } from '../ui/dates.ts';
import classes from './Footer.module.css';

/** One quiet line below every page: what runs here, and what everybody agreed to (specification 1, section 2). */
export function Footer(): ReactNode {
  const { releaseNotes, privacyPolicy, termsOfUse } = useSession().context;
  const idOf = ({ siteDocumentId }: { siteDocumentId: number }) => ({ siteDocumentId: String(siteDocumentId) });
  return (
    <footer className={classes['footer']}>
      {releaseNotes !== null && (
        <Link to="/ReleaseNotes/$siteDocumentId" params={idOf(releaseNotes)} className={classes['link']}>
          Release notes{' '}
          <span className="tabular">
            {releaseNotes.version} ({formatReleaseDay(releaseNotes.releaseDate)})
          </span>
        </Link>
      )}
      {privacyPolicy !== null && (
        <Link to="/PrivacyPolicy/$siteDocumentId" params={idOf(privacyPolicy)} className={classes['link']}>
          Privacy policy
        </Link>
      )}
      {termsOfUse !== null && (
        <Link to="/TermsOfUse/$siteDocumentId" params={idOf(termsOfUse)} className={classes['link']}>
          Terms of use
        </Link>
      )}
      <Link to="/Sitemap" className={classes['link']}>
        Sitemap
      </Link>
    </footer>
  );
}
