import { expect, it } from 'vitest';
import { errorDisplayTexts, errorWords, inWords } from './errorWords.ts';

it('tells a timeout by its code', () => {
  expect(errorWords({ message: 'x', reference: 'FE-abc-TO', status: 504 })).toEqual({
    kind: 'timeout',
    title: errorDisplayTexts.timeoutHeader,
    text: errorDisplayTexts.timeout,
  });
});

it('tells what the server refused in its own words', () => {
  expect(errorWords({ message: 'Not yours.', reference: 'FE-abc', status: 404 })).toEqual({
    kind: 'refused',
    title: 'Not yours.',
  });
});

it.each([
  ['denied', { message: '', status: 403 }],
  ['offline', { message: 'Interrupted', status: 0, code: 'network' }],
  ['unexpected', { message: 'Sorry', status: 500 }],
  ['unexpected', { message: 'Cannot read properties of undefined' }],
])('is %s', (kind, error) => {
  expect(errorWords(error).kind).toBe(kind);
});

it('keeps the words of the server where documents cannot be reached', () => {
  const error = { message: 'Try again in a minute.', reference: 'r-1', status: 503, code: 'documents_unavailable' };
  expect(errorWords(inWords('Error loading charts.', error))).toEqual({
    kind: 'unexpected',
    title: 'Error loading charts.',
    text: 'Try again in a minute.',
  });
  expect(errorWords(error).title).toBe(errorDisplayTexts.documentsAwayTitle);
});

it('keeps what kind it is in words of a screen', () => {
  const error = { message: 'Failed to fetch', reference: 'FE-abc', status: 0, code: 'network' };
  expect(errorWords(inWords('Error loading charts.', error))).toEqual({
    kind: 'offline',
    title: errorDisplayTexts.offlineTitle,
    text: 'Error loading charts.',
  });
  expect(errorWords(inWords('Error loading charts.', { reference: 'FE-abc' }))).toEqual({
    kind: 'unexpected',
    title: 'Error loading charts.',
    text: errorDisplayTexts.short,
  });
});
