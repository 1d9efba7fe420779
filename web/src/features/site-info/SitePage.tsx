import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './SitePage.module.css';

/** For site managers: alert, documents and support requests. */
export function SitePage(): ReactNode {
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <h1>Site</h1>
        <nav aria-label="Site" className={classes['tabs']}>
          <Link to="/Site" activeOptions={{ exact: true, includeSearch: false }} className={classes['tab']}>
            Alert
          </Link>
          <Link to="/Site/Documents" activeOptions={{ includeSearch: false }} className={classes['tab']}>
            Documents
          </Link>
          <Link to="/Site/SupportRequests" activeOptions={{ includeSearch: false }} className={classes['tab']}>
            Support requests
          </Link>
        </nav>
      </header>
      <div className={classes['content']}>
        <Outlet />
      </div>
    </div>
  );
}
