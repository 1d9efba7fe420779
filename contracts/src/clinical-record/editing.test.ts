import { expect, it } from 'vitest';
import { dateTexts, dayHere } from '../fields/dates.ts';
import { allergyForm, endForm, problemForm } from './editing.ts';

const inDays = (days: number) => dayHere(new Date(Date.now() + days * 86_400_000));
const [tomorrow, nextWeek] = [inDays(1), inDays(7)];
const nextYear = String(new Date().getFullYear() + 1);

const problem = { description: 'Gout', status: 'active' } as const;
const allergy = { description: 'Penicillin', kind: null, category: null, status: 'active' } as const;
const problemsOf = ({ error }: ReturnType<ReturnType<typeof problemForm>['safeParse']>) =>
  Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);

it('a problem begins and ends by today, unless a day ahead is on file', () => {
  const form = problemForm({ startDate: '', endDate: nextWeek });
  const check = (days: object) => problemsOf(form.safeParse({ ...problem, ...days }));
  expect(check({ startDate: inDays(0), endDate: '' })).toEqual({});
  expect(check({ startDate: tomorrow, endDate: '' })).toEqual({ startDate: dateTexts.future });
  expect(check({ startDate: '', endDate: tomorrow })).toEqual({ endDate: dateTexts.future });
  expect(check({ startDate: '', endDate: nextWeek })).toEqual({});
});

it('an allergy begins by today, as exact as it is known, unless a time ahead is on file', () => {
  const of = { ...allergy, criticality: null, severity: null, reactions: [] };
  const check = (onsetDate: string, onFile = '') =>
    allergyForm({ onsetDate: onFile })
      .safeParse({ ...of, onsetDate })
      .error?.issues.map(({ message }) => message);
  expect(check(nextYear)).toEqual([dateTexts.future]);
  expect(check(nextYear, nextYear)).toBeUndefined();
  expect(check(String(new Date().getFullYear()))).toBeUndefined();
});

it('something is stopped or resolved by today', () => {
  expect(endForm.safeParse({ endDate: tomorrow, reason: '' }).error?.issues).toMatchObject([
    { path: ['endDate'], message: dateTexts.future },
  ]);
  expect(endForm.safeParse({ endDate: inDays(0), reason: '' }).success).toBe(true);
});
