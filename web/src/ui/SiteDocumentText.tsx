import type { ReactNode } from 'react';
import classes from './SiteDocumentText.module.css';

/**
 * Text of a site document. The server renders the HTML from Markdown and drops any HTML the author wrote
 * (server/src/features/site-info/shared/markdown.ts); the content security policy also forbids scripts.
 */
export function SiteDocumentText({ html }: { html: string }): ReactNode {
  return <div className={classes['text']} dangerouslySetInnerHTML={{ __html: html }} />;
}
