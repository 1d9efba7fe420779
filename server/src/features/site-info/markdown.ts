import createMarkdown from 'markdown-it';
import type { MarkdownIt } from 'markdown-it';

/** What a link may lead to: other sites and mail. Not scripts, not files, not places within this one. */
const safeLink = /^(?:https?:\/\/|mailto:)/i;

/** Under the page's own heading. */
const headingShift = 1;

const markdown = createRenderer();

/**
 * Markdown as HTML that is safe to show as it is. HTML in the text is shown as text, pictures by the words that describe
 * them, and links lead to the web or to a mail program only, without telling where the reader came from.
 */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

function createRenderer(): MarkdownIt {
  const renderer = createMarkdown('default', { html: false, linkify: false, typographer: true });
  renderer.validateLink = (url) => safeLink.test(url);
  const { rules } = renderer.renderer;
  rules.image = (tokens, index) => renderer.utils.escapeHtml(tokens[index]?.content ?? '');
  rules.link_open = (tokens, index, options, _env, self) => {
    const link = tokens[index];
    link?.attrSet('rel', 'noopener noreferrer');
    link?.attrSet('target', '_blank');
    return self.renderToken(tokens, index, options);
  };
  // A wide table scrolls by itself instead of widening the page; focusable, so that the keyboard can scroll it.
  rules.table_open = () => '<div class="table" tabindex="0" role="region" aria-label="Table">\n<table>\n';
  rules.table_close = () => '</table>\n</div>\n';
  renderer.core.ruler.push('headings_below_the_page', ({ tokens }) => {
    for (const token of tokens) {
      const level = /^h([1-6])$/.exec(token.tag)?.[1];
      if (level !== undefined) token.tag = `h${Math.min(6, Number(level) + headingShift)}`;
    }
  });
  return renderer;
}
