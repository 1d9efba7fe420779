import { describe, expect, it } from 'vitest';
import { helpOf, helpPages } from './helpPages.ts';
import { findHelp, helpHtml } from './helpTexts.ts';

it.each([
  ['/WorkQueues', 'work-a-queue'],
  ['/Patient/17', 'find-and-add-patients'],
  ['/Patient/17/charts', 'charts-and-sharing'],
  ['/Patients/Invites', 'care-team-and-access'],
  ['/Patients/Add', 'find-and-add-patients'],
  ['/Help', undefined],
  ['/', undefined],
])('the screen %s is explained by %s', (pathname, page) => {
  expect(helpOf(pathname)?.page).toBe(page);
});

describe('searching', () => {
  it('finds pages by their words, titles first, with the sentence found', () => {
    const [first, ...others] = findHelp('referral');
    expect(first?.title).toContain('referral');
    expect(others.length).toBeGreaterThan(2);
    expect(findHelp('recovery codes')).toEqual([
      expect.objectContaining({ page: 'your-account', about: expect.stringContaining('recovery codes') as string }),
    ]);
    expect(findHelp('qwertz')).toEqual([]);
    expect(findHelp(' ')).toHaveLength(helpPages.length);
  });
});

it('links pages to each other', () => {
  expect(helpHtml('send-a-referral')).toMatch(/href="[^"]*\/Help\/act-for-somebody"/);
});
