import { siteDocumentType, siteDocumentTypeLabels, type SiteDocumentType } from '@careloop/contracts/codes';
import { getSiteDocument, siteTexts } from '@careloop/contracts/site-info';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconFileOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { formatReleaseDay } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { documentRoutes, type ReadDocument } from './documentRoutes.ts';
import { SiteDocumentText } from '../../ui/SiteDocumentText.tsx';
import classes from './SiteDocumentPage.module.css';

interface SiteDocumentPageProps {
  type: SiteDocumentType;
  /** As in the address. */
  siteDocumentId: string;
}

/** A site document, with the ones before and after it. */
export function SiteDocumentPage({ type, siteDocumentId }: SiteDocumentPageProps): ReactNode {
  const id = /^[1-9]\d{0,14}$/.test(siteDocumentId) ? Number(siteDocumentId) : undefined;
  const input = { siteDocumentId: id, documentType: siteDocumentType.codeOf(type), parseMarkdown: true };
  const query = useQuery({
    ...queryOf(getSiteDocument, input),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  });
  if (id === undefined || query.error?.code === 'not_found') return <Missing type={type} />;
  return <QueryState query={query}>{(document) => <Article type={type} document={document} />}</QueryState>;
}

function Article({ type, document }: { type: SiteDocumentType; document: ReadDocument }): ReactNode {
  return (
    <article className={classes['page']}>
      <header className={classes['header']}>
        <div>
          <h1>{siteDocumentTypeLabels[type]}</h1>
          <p className={classes['released']}>
            Version {document.version} ·{' '}
            <time dateTime={document.releaseDate}>{formatReleaseDay(document.releaseDate)}</time>
          </p>
        </div>
        <SiteDocumentPager type={type} document={document} />
      </header>
      <SiteDocumentText html={document.documentText} />
    </article>
  );
}

function Missing({ type }: { type: SiteDocumentType }): ReactNode {
  const { releaseNotes, privacyPolicy, termsOfUse } = useSession().context;
  const newest = { release_note: releaseNotes, privacy_policy: privacyPolicy, terms_of_use: termsOfUse }[type];
  return (
    <EmptyState
      heading="h1"
      icon={<IconFileOff size={24} />}
      title={siteTexts.documentMissing}
      text="It may have been replaced by a newer one."
      action={
        newest === null ? (
          <Button variant="default" component={Link} to="/">
            Go Home
          </Button>
        ) : (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to={documentRoutes[type]} params={{ siteDocumentId: String(newest.siteDocumentId) }} />
            )}
          >
            Read the current {siteDocumentTypeLabels[type].toLowerCase()}
          </Button>
        )
      }
    />
  );
}

/** Links to the documents released before and after this one. Hidden if it is the only one. */
function SiteDocumentPager({ type, document }: { type: SiteDocumentType; document: ReadDocument }): ReactNode {
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
