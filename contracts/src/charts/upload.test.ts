import { describe, expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import {
  chartUploadForm,
  extensionOf,
  fileProblem,
  typeOfName,
  uploadDocuments,
  uploadLimits,
  uploadTexts,
} from './upload.ts';

const filled = {
  documentType: '3',
  customDocumentType: '',
  dateProvided: '3/2/2026',
  encounter: null,
  hipaaAgreementAccepted: true,
};
const messagesOf = (given: object) =>
  chartUploadForm.safeParse({ ...filled, ...given }).error?.issues.map(({ message }) => message) ?? [];

describe('the form', () => {
  it('accepts a type, a date and the authorization', () => {
    expect(chartUploadForm.parse(filled)).toMatchObject({ dateProvided: '2026-03-02', customDocumentType: null });
  });

  it.each([
    [{ documentType: '' }, 'Type is required'],
    [{ documentType: undefined }, 'Type is required'],
    [{ dateProvided: '' }, 'Date is required'],
    [{ dateProvided: 'last week' }, 'Please enter a valid date'],
    [{ dateProvided: '12/31/2999' }, 'Date cannot be in the future'],
    [{ customDocumentType: 'x'.repeat(76) }, 'Other Document Type cannot be longer than 75 characters'],
    [{ hipaaAgreementAccepted: false }, 'Patient must give authorization'],
  ])('refuses %j', (given, message) => {
    expect(messagesOf(given)).toEqual([message]);
  });
});

describe('the call', () => {
  const sent = { PatientId: '7', DocumentTypeId: '3', DateProvided: '2026-03-02', HIPAAReleaseOnFile: 'true' };

  it('parses its fields from form text', () => {
    const { input } = uploadDocuments;
    expect(input.parse({ ...sent, PatientEncounterId: '', DoNotDefaultToMostRecentEncounter: '1' })).toEqual({
      PatientId: 7,
      DocumentTypeId: 3,
      DateProvided: '2026-03-02',
      HIPAAReleaseOnFile: true,
      CustomDocumentType: null,
      PatientEncounterId: undefined,
      DoNotDefaultToMostRecentEncounter: true,
      AllowDuplicate: false,
      RefuseOtherPatient: false,
    });
    expect(input.parse({ ...sent, PatientEncounterId: '9' })).toMatchObject({
      PatientEncounterId: 9,
      DoNotDefaultToMostRecentEncounter: false,
    });
  });

  it.each([
    [{ DocumentTypeId: '' }, { DocumentTypeId: uploadTexts.typeRequired }],
    [{ DateProvided: '' }, { DateProvided: uploadTexts.dateRequired }],
    [{ DateProvided: '2026-02-31' }, { DateProvided: 'Please enter a valid date' }],
    [{ DateProvided: '2999-12-31' }, { DateProvided: 'Date cannot be in the future' }],
    [{ HIPAAReleaseOnFile: 'false' }, { HIPAAReleaseOnFile: uploadTexts.authorizationRequired }],
    [{ HIPAAReleaseOnFile: undefined }, { HIPAAReleaseOnFile: uploadTexts.authorizationRequired }],
    [{ CustomDocumentType: 'x'.repeat(76) }, { CustomDocumentType: uploadTexts.customTypeTooLong }],
    [{ PatientId: 'Krishnamurthy' }, { PatientId: 'Invalid value' }],
  ])('is refused with %j', (given, errors) => {
    expect(inputErrors(uploadDocuments, { ...sent, ...given })).toEqual(errors);
  });
});

describe('a file', () => {
  it.each([
    ['a.PDF', 'application/pdf'],
    ['scan.of.it.tiff', 'image/tiff'],
    ['a.jpg', 'image/jpeg'],
    ['a.dcm', 'application/dicom'],
    ['a.svg', undefined],
    ['a.pdf.exe', undefined],
    ['pdf', undefined],
    ['a.', undefined],
  ])('called %s is %s', (name, type) => {
    expect(typeOfName(name)).toBe(type);
  });

  it('has a lower-case extension', () => {
    expect([extensionOf('A.b.C'), extensionOf('none'), extensionOf('')]).toEqual(['c', '', '']);
  });

  it('must not be empty or exceed the size limit', () => {
    const ofSize = (size: number) => fileProblem({ name: 'a.pdf', size });
    expect([0, 1, uploadLimits.fileBytes, uploadLimits.fileBytes + 1].map(ofSize)).toEqual([
      uploadTexts.empty,
      null,
      null,
      uploadTexts.tooLarge,
    ]);
    expect(fileProblem({ name: 'a.exe', size: 1 })).toBe(
      'Choose a file in one of these formats: TIFF, JPEG, PNG, PDF, XML, TXT, RTF, DCM.',
    );
  });
});
