import createMarkdown from 'markdown-it';
import { helpPages } from './helpPages.ts';

// Loaded with the first help page: the texts of all pages, so that all of them can be searched at once.

const files = import.meta.glob<string>('../../../../docs/help/*.md', { query: '?raw', import: 'default', eager: true });

/** The Markdown of a page, without its title. */
function textOf(page: string): string {
  return (files[`../../../../docs/help/${page}.md`] ?? '').replace(/^# .*\n/, '');
}

/** A link to another page is the name of its file. */
const pageLink = /^([a-z-]+)\.md$/;

const markdown = createMarkdown({ html: false });
markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  const link = tokens[index];
  const [, page] = pageLink.exec(String(link?.attrGet('href') ?? '')) ?? [];
  if (page !== undefined) link?.attrSet('href', `${import.meta.env.BASE_URL}Help/${page}`);
  return self.renderToken(tokens, index, options);
};

/** The text of a page as HTML. */
export const helpHtml = (page: string): string => markdown.render(textOf(page));

const plainOf = (page: string) =>
  textOf(page)
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[*_#>]|^\s*(?:-|\d+\.)\s/gm, '')
    .replace(/\s+/g, ' ');

export interface FoundPage {
  page: string;
  title: string;
  about: string;
}

/** Pages that contain every word of a term, those with a word in their title first. `about` is then the place found. */
export function findHelp(term: string): readonly FoundPage[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return helpPages;
  const found = helpPages.flatMap(({ page, title, about }) => {
    const text = plainOf(page);
    const all = `${title} ${about} ${text}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) return [];
    const isInTitle = words.some((word) => title.toLowerCase().includes(word));
    return [{ page, title, about: excerptOf(text, words) ?? about, isInTitle }];
  });
  return found.toSorted((one, other) => Number(other.isInTitle) - Number(one.isInTitle));
}

/** The sentence with the first word that is found. */
function excerptOf(text: string, words: readonly string[]): string | undefined {
  const sentences = text.split(/(?<=[.!?])\s+/);
  return sentences.find((sentence) => words.some((word) => sentence.toLowerCase().includes(word)))?.trim();
}
