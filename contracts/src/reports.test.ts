import { expect, it } from 'vitest';
import { inputErrors } from './fieldErrors.ts';
import { getReport, listReportRows, reportTexts } from './reports.ts';

const filled = { from: '2026-03-01', to: '2026-03-31', timeZone: 'America/New_York', report: 'referrals' };

it.each([
  [{ from: '2026-03-02', to: '2026-03-01' }, { from: reportTexts.backwards }],
  [{ from: '2020-01-01' }, { from: reportTexts.tooLong }],
  [{ from: 'March' }, { from: 'Please enter a valid date' }],
  [{ timeZone: 'Mars/Olympus' }, { timeZone: 'Please name a time zone' }],
])('a report is refused with %j', (wrong, errors) => {
  expect(inputErrors(getReport, { ...filled, ...wrong })).toEqual(errors);
  expect(inputErrors(listReportRows, { ...filled, measure: 'sent', ...wrong })).toEqual(errors);
});
