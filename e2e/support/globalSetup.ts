import { makeTemplate } from './template.ts';

/** Playwright calls this before the first journey, and the returned function after the last one. */
export default makeTemplate;
