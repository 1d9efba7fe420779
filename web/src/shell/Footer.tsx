import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDocumentLinks } from './features.ts';
import classes from './Footer.module.css';

/** One line below every page: product, version and site documents (docs/domain/screens.md). */
export function Footer(): ReactNode {
  return (
    <footer className={classes['footer']}>
      {useDocumentLinks().map(({ to, params, label, footerNote }) => (
        <Link key={to} to={to} params={params} className={classes['link']}>
          {label}
          {footerNote !== undefined && (
            <>
              {' '}
              <span className="tabular">{footerNote}</span>
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
