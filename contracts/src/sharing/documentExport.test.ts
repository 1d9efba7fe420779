import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { emailCharts, faxCharts } from './documentExport.ts';

const sender = { patientId: 1, toName: 'Front desk', fromName: 'Ada Osei', fromOrganization: 'Elm Street Clinic' };
const chart = { patientDocumentId: 1, associationType: 3 };

it('a fax is refused without its fields', () => {
  const bad = { toName: '', fromName: ' ', fromOrganization: '' };
  expect(inputErrors(faxCharts, { ...sender, ...bad, toFaxNumber: '', charts: [] })).toEqual({
    toName: 'Recipient is required',
    fromName: 'Sender is required',
    fromOrganization: 'Organization is required',
    toFaxNumber: 'Fax Number is required',
    charts: 'Select at least one document to fax',
  });
});

it('a fax is refused with a number that is none, or with too many documents', () => {
  const charts = Array.from({ length: 76 }, () => chart);
  expect(inputErrors(faxCharts, { ...sender, toFaxNumber: '555-0123', charts })).toEqual({
    toFaxNumber: 'Invalid Fax Number',
    charts: 'The maximum number of pages to fax is 75',
  });
});

it.each(['', 'nobody'])('a Direct email is refused to %j without documents', (toDirectEmailAddress) => {
  expect(inputErrors(emailCharts, { ...sender, toDirectEmailAddress, charts: [] })).toEqual({
    toDirectEmailAddress: 'Email is not valid',
    charts: 'Select at least one document to direct email',
  });
});
