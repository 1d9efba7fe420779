import { expect, it } from 'vitest';
import { errorDisplayTexts, errorWords, inWords } from './errorWords.ts';

it('recognizes a timeout by its error code', () => {
  expect(errorWords({ message: 'x', reference: 'FE-abc-TO', status: 504 })).toEqual({
    kind: 'timeout',
    title: errorDisplayTexts.timeoutHeader,
    text: errorDisplayTexts.timeout,
  });
});

it('shows the server message for a refused request', () => {
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

it('shows the server message when document storage is unavailable', () => {
  const error = { message: 'Try again in a minute.', reference: 'r-1', status: 503, code: 'documents_unavailable' };
  expect(errorWords(inWords('Error loading charts.', error))).toEqual({
    kind: 'unexpected',
    title: 'Error loading charts.',
    text: 'Try again in a minute.',
  });
  expect(errorWords(error).title).toBe(errorDisplayTexts.documentsAwayTitle);
});

it('keeps the kind of failure when a screen provides the heading', () => {
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

it('shows the server message when a disk is full, with the heading of a screen that cannot show something', () => {
  const error = { message: 'Nothing is shown.', reference: 'r-1', status: 503, code: 'storage_full' };
  expect(errorWords(error)).toEqual({
    kind: 'unexpected',
    title: errorDisplayTexts.diskFullTitle,
    text: 'Nothing is shown.',
  });
  expect(errorWords(inWords('Error loading charts.', error))).toMatchObject({
    title: 'Error loading charts.',
    text: 'Nothing is shown.',
  });
});
