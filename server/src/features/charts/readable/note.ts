import createMarkdown from 'markdown-it';

/**
 * Headings, tables and rules only, and each line as it was broken. Emphasis, lists and quotes would take away signs that mean
 * something in a note: "+ chest pain", "> 5 mmol", "5*3*2".
 */
const markdown = createMarkdown('zero', { breaks: true }).enable(['heading', 'table', 'hr', 'newline']);

/** Fewer are not a note in Markdown, but lines that begin with a number sign. */
const fewestHeadings = 2;

/** Whether a text is a note in Markdown, as other systems write them. */
export const isMarkdownNote = (text: string): boolean => (text.match(/^#{1,6} +\S/gm)?.length ?? 0) >= fewestHeadings;

/** A note in Markdown as HTML. Markup within it is shown as text. */
export const noteHtml = (text: string): string => markdown.render(text);
