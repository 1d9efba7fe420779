import createMarkdown from 'markdown-it';

/**
 * Only headings, tables and rules, with line breaks preserved. Emphasis, lists and quotes would remove characters that have a
 * meaning in a note: "+ chest pain", "> 5 mmol", "5*3*2".
 */
const markdown = createMarkdown('zero', { breaks: true }).enable(['heading', 'table', 'hr', 'newline']);

/** A text with fewer is not a Markdown note, but has lines that start with a number sign. */
const fewestHeadings = 2;

/** Whether a text is a Markdown note, as other systems write them. */
export const isMarkdownNote = (text: string): boolean => (text.match(/^#{1,6} +\S/gm)?.length ?? 0) >= fewestHeadings;

/** Renders a Markdown note as HTML. HTML in the note is shown as text. */
export const noteHtml = (text: string): string => markdown.render(text);
