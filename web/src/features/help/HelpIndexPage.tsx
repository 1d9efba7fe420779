import { IconHelp, IconSearchOff } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { UrlSearchBox } from '../../components/UrlSearchBox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import classes from './Help.module.css';
import { findHelp } from './helpTexts.ts';

const page = getRouteApi('/Help');

/** The list of help pages, which can be searched by their text. */
export function HelpIndexPage(): ReactNode {
  const { search = '' } = page.useSearch();
  const navigate = page.useNavigate();
  const found = findHelp(search);
  return (
    <Page
      title="Help"
      maxWidth="64rem"
      filters={
        <UrlSearchBox
          label="Search the help pages"
          placeholder="What do you want to do?"
          value={search}
          onSearch={(term) => void navigate({ search: { search: term || undefined }, replace: true })}
        />
      }
    >
      {found.length === 0 ? (
        <EmptyState
          icon={<IconSearchOff size={24} />}
          title="No help page contains these words"
          text="Try fewer words, or submit a support request from the help menu."
        />
      ) : (
        <ul className={classes['pages']} aria-label="Help pages">
          {found.map((one) => (
            <li key={one.page}>
              <Link to="/Help/$page" params={{ page: one.page }} className={classes['page']}>
                <IconHelp size={20} stroke={1.6} aria-hidden />
                <span>
                  <strong>{one.title}</strong>
                  <span>{one.about}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
