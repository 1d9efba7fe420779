import createMarkdown from 'markdown-it';
import type { MarkdownIt } from 'markdown-it';

/** Allowed link targets: other sites and email. Not scripts, files or pages of this site. */
const safeLink = /^(?:https?:\/\/|mailto:)/i;

/** Headings start one level below the page's own heading. */
const headingShift = 1;

const markdown = createRenderer();

/**
 * Renders Markdown as HTML that is safe to show as is. HTML in the text is shown as text, images as their alternative text, and
 * links may only lead to web pages or email addresses, without a referrer.
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
  // A wide table scrolls on its own instead of widening the page; focusable, so that it can be scrolled with the keyboard.
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
