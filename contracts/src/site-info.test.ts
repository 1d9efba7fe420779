import { expect, it } from 'vitest';
import { inputErrors } from './fieldErrors.ts';
import { getSiteDocument, saveSiteAlert, saveSiteDocument, siteTexts } from './site-info.ts';

const document = { documentType: 1, version: '7.0.0', releaseDate: '2030-01-01', documentText: '# Later' };
const alert = {
  enabled: true,
  severity: 2,
  header: 'Planned maintenance',
  message: 'Saturday from 10 PM to midnight.',
  isForAllClients: true,
  clientIds: [],
  rowVersion: 1,
};

it.each([
  [{ version: ' ' }, { version: siteTexts.versionRequired }],
  [{ version: 'x'.repeat(21) }, { version: siteTexts.versionTooLong }],
  [{ releaseDate: '5/05/2025' }, { releaseDate: 'Please enter a valid date' }],
  [{ documentText: '' }, { documentText: siteTexts.documentTextRequired }],
  [{ documentText: 'x'.repeat(100_001) }, { documentText: siteTexts.documentTextTooLong }],
  [{ documentType: 9 }, { documentType: 'Type is required' }],
])('a document is refused with %j', (wrong, errors) => {
  expect(inputErrors(saveSiteDocument, { ...document, ...wrong })).toEqual(errors);
});

it.each([
  [{ header: ' ' }, { header: siteTexts.headerRequired }],
  [{ header: 'x'.repeat(101) }, { header: siteTexts.headerTooLong }],
  [{ message: '' }, { message: siteTexts.messageRequired }],
  [{ message: 'x'.repeat(501) }, { message: siteTexts.messageTooLong }],
  [{ severity: 0 }, { severity: siteTexts.severityRequired }],
  [{ isForAllClients: false }, { clientIds: siteTexts.clientsRequired }],
])('an alert is refused with %j', (wrong, errors) => {
  expect(inputErrors(saveSiteAlert, { ...alert, ...wrong })).toEqual(errors);
});

it.each([{ documentType: '4' }, { documentType: '0' }, {}, { documentType: '1', siteDocumentId: 'x' }])(
  'a document is not found by %j',
  (input) => {
    expect(inputErrors(getSiteDocument, input)).not.toEqual({});
    expect(inputErrors(getSiteDocument, { documentType: '1' })).toEqual({});
  },
);
