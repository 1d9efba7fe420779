import type { ReactNode } from 'react';
import classes from './SiteDocumentText.module.css';

/**
 * A document's text. The HTML is the server's own rendering of Markdown, with no HTML of the writer's in it
 * (server/src/features/site-info/markdown.ts); the content security policy forbids scripts besides.
 */
export function SiteDocumentText({ html }: { html: string }): ReactNode {
  return <div className={classes['text']} dangerouslySetInnerHTML={{ __html: html }} />;
}
