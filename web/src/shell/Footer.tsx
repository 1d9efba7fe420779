import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { formatReleaseDay } from '../ui/dates.ts';
import classes from './Footer.module.css';
import { siteDocumentsOf } from './siteDocuments.ts';

/** One quiet line below every page: what runs here, and what everybody agreed to (specification 1, section 2). */
export function Footer(): ReactNode {
  const { context } = useSession();
  return (
    <footer className={classes['footer']}>
      {siteDocumentsOf(context).map(({ to, params, label, document }) => (
        <Link key={to} to={to} params={params} className={classes['link']}>
          {label}
          {to === '/ReleaseNotes/$siteDocumentId' && (
            <>
              {' '}
              <span className="tabular">
                {document.version} ({formatReleaseDay(document.releaseDate)})
              </span>
            </>
          )}
        </Link>
      ))}
      <Link to="/Sitemap" className={classes['link']}>
        Sitemap
      </Link>
    </footer>
  );
}
