import { Link, Outlet, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../ui/Page.tsx';
import classes from './TabbedPage.module.css';

interface TabbedPageProps {
  title: string;
  /** The route of the first tab is the beginning of the others'. */
  tabs: readonly { to: NonNullable<LinkProps['to']>; label: string }[];
}

/** A page whose tabs are routes of their own. */
export function TabbedPage({ title, tabs }: TabbedPageProps): ReactNode {
  return (
    <Page
      title={title}
      layout="fill"
      tabs={
        <nav aria-label={title} className={classes['tabs']}>
          {tabs.map(({ to, label }, index) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: index === 0, includeSearch: false }}
              className={classes['tab']}
            >
              {label}
            </Link>
          ))}
        </nav>
      }
    >
      <div className={classes['content']}>
        <Outlet />
      </div>
    </Page>
  );
}
