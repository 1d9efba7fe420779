import type { SiteDocumentType } from '@careloop/contracts/codes';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { documentRoutes, type ReadDocument } from './documentRoutes.ts';
import classes from './SiteDocumentPage.module.css';

/** Links to the documents released before and after this one. Hidden if it is the only one. */
export function SiteDocumentPager({ type, document }: { type: SiteDocumentType; document: ReadDocument }): ReactNode {
  const { previousDocument, nextDocument } = document;
  if (previousDocument === null && nextDocument === null) return null;
  return (
    <nav className={classes['pager']} aria-label="Other versions">
      <PagerLink type={type} to={previousDocument}>
        <IconChevronLeft size={16} aria-hidden />
        Previous
      </PagerLink>
      <PagerLink type={type} to={nextDocument}>
        Next
        <IconChevronRight size={16} aria-hidden />
      </PagerLink>
    </nav>
  );
}

interface PagerLinkProps {
  type: SiteDocumentType;
  to: ReadDocument['nextDocument'];
  children: ReactNode;
}

function PagerLink({ type, to, children }: PagerLinkProps): ReactNode {
  if (to === null) {
    return (
      <span className={classes['pagerLink']} aria-hidden data-off>
        {children}
      </span>
    );
  }
  return (
    <Link
      to={documentRoutes[type]}
      params={{ siteDocumentId: String(to.siteDocumentId) }}
      className={classes['pagerLink']}
      title={`Version ${to.version}`}
    >
      {children}
      <span className="visually-hidden"> version, {to.version}</span>
    </Link>
  );
}
