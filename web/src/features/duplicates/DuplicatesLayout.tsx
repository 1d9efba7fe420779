import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './Duplicates.module.css';

/** Cases that imports could not decide: records of one person, providers with one NPI, values edited here. */
export function DuplicatesLayout(): ReactNode {
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <h1>Possible duplicates</h1>
        <nav aria-label="Possible duplicates" className={classes['tabs']}>
          <Link to="/Duplicates" activeOptions={{ exact: true, includeSearch: false }} className={classes['tab']}>
            Patients
          </Link>
          <Link to="/Duplicates/Providers" activeOptions={{ includeSearch: false }} className={classes['tab']}>
            Providers
          </Link>
          <Link to="/Duplicates/EditedValues" activeOptions={{ includeSearch: false }} className={classes['tab']}>
            Edited values
          </Link>
          <Link to="/Duplicates/EditedProviders" activeOptions={{ includeSearch: false }} className={classes['tab']}>
            Edited provider values
          </Link>
        </nav>
      </header>
      <div className={classes['content']}>
        <Outlet />
      </div>
    </div>
  );
}
