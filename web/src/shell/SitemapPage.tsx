import { Title } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../ui/Page.tsx';
import { sections, useDestinations, useDocumentLinks } from './features.ts';
import classes from './SitemapPage.module.css';

/** Every screen this user may open, in ordered sections (docs/domain/screens.md). */
export function SitemapPage(): ReactNode {
  const open = useDestinations();
  const documents = useDocumentLinks();
  const shown = sections
    .map((section) => ({ section, entries: open.filter((one) => one.section === section) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <Page title="Sitemap" maxWidth="72rem">
      <div className={classes['sections']}>
        {shown.map(({ section, entries }) => (
          <section key={section} aria-labelledby={`sitemap-${section}`}>
            <Title order={2} id={`sitemap-${section}`}>
              {section}
            </Title>
            <ul>
              {entries.map(({ to, label, about, icon: EntryIcon }) => (
                <li key={to}>
                  <Link to={to} className={classes['entry']}>
                    <EntryIcon size={20} stroke={1.6} aria-hidden />
                    <span>
                      <strong>{label}</strong>
                      <span>{about}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {documents.length > 0 && (
          <section aria-labelledby="sitemap-documents">
            <Title order={2} id="sitemap-documents">
              Documents
            </Title>
            <ul>
              {documents.map(({ to, params, label, about }) => (
                <li key={to}>
                  <Link to={to} params={params} className={classes['entry']}>
                    <IconFileText size={20} stroke={1.6} aria-hidden />
                    <span>
                      <strong>{label}</strong>
                      <span>{about}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  );
}
