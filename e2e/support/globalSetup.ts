import { makeTemplate } from './template.ts';

/** What Playwright calls before the first journey; the answer is called after the last one. */
export default makeTemplate;
