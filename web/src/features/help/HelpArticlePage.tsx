import { Anchor, Button } from '@mantine/core';
import { IconFileOff, IconPrinter } from '@tabler/icons-react';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { printPage } from '../../ui/printPage.ts';
import { SiteDocumentText } from '../../ui/SiteDocumentText.tsx';
import classes from './Help.module.css';
import { helpPages } from './helpPages.ts';
import { helpHtml } from './helpTexts.ts';

const route = getRouteApi('/Help/$page');

/** One help page, with the list of the others. */
export function HelpArticlePage(): ReactNode {
  const { page } = route.useParams();
  const found = helpPages.find((one) => one.page === page);
  if (found === undefined) return <Missing />;
  return (
    <Page
      title={found.title}
      maxWidth="64rem"
      back={
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/Help" />}>
          All help pages
        </Anchor>
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => printPage(found.title)}
        >
          Print
        </Button>
      }
    >
      <div className={classes['article']}>
        <Text html={helpHtml(page)} />
        <nav aria-label="Other help pages">
          <ul>
            {helpPages.map((one) => (
              <li key={one.page}>
                <Link to="/Help/$page" params={{ page: one.page }} activeProps={{ 'aria-current': 'page' }}>
                  {one.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  );
}

/** The text; its links to other help pages are followed without loading the portal again. */
function Text({ html }: { html: string }): ReactNode {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    const [, page] = /\/Help\/([\w-]+)$/.exec(href ?? '') ?? [];
    if (page === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({ to: '/Help/$page', params: { page } });
  };
  return (
    // Only for its links, which have the keyboard's own click.
    <div className={classes['text']} onClick={follow} role="presentation">
      <SiteDocumentText html={html} />
    </div>
  );
}

function Missing(): ReactNode {
  return (
    <EmptyState
      heading="h1"
      icon={<IconFileOff size={24} />}
      title="There is no such help page"
      text="It may have been renamed. The list has all of them."
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/Help" />}>
          All help pages
        </Button>
      }
    />
  );
}
