import { z } from 'zod';
import { allOf, signedIn } from '../access.ts';
import { get, nothing, upload } from '../endpoint.ts';
import { begunDay, todayAnywhere, todayHere } from '../fields/dates.ts';
import { id, optionalText, queryBoolean, queryId } from '../fields.ts';
import { chartReads } from './chartReads.ts';

// Uploading documents to a chart (docs/domain/charts.md).

/** The document type with a free-text field for the actual type. */
export const otherDocumentType = 'Other';

const megabyte = 1024 * 1024;
export const uploadLimits = {
  fileBytes: 100 * megabyte,
  /** Maximum files per call; the portal sends each file in its own call. */
  files: 10,
  /** Maximum concurrent calls per user. */
  atOnce: 5,
  customDocumentType: 75,
  /** Maximum characters of a document's name, which is taken from its file name. */
  documentName: 200,
} as const;

/** Accepted content types, with display name, the words for one in a sentence, and file extensions. */
export const uploadKinds = {
  'image/tiff': { label: 'TIFF', one: 'a TIFF image', extensions: ['tif', 'tiff'] },
  'image/jpeg': { label: 'JPEG', one: 'a JPEG image', extensions: ['jpg', 'jpeg'] },
  'image/png': { label: 'PNG', one: 'a PNG image', extensions: ['png'] },
  'application/pdf': { label: 'PDF', one: 'a PDF document', extensions: ['pdf'] },
  'application/xml': { label: 'XML', one: 'an XML document', extensions: ['xml'] },
  'text/plain': { label: 'TXT', one: 'a text file', extensions: ['txt', 'hl7'] },
  'application/rtf': { label: 'RTF', one: 'an RTF document', extensions: ['rtf'] },
  'application/dicom': { label: 'DCM', one: 'a DICOM file', extensions: ['dcm'] },
} as const;
export type UploadType = keyof typeof uploadKinds;
const kindList = Object.values(uploadKinds);
export const uploadExtensions: readonly string[] = kindList.flatMap(({ extensions }) => extensions);

export const uploadTexts = {
  typeRequired: 'Type is required',
  dateRequired: 'Date is required',
  customTypeTooLong: 'Other Document Type cannot be longer than 75 characters',
  authorizationRequired: 'Patient must give authorization',
  encounterUnknown: "Choose one of the patient's encounters.",
  referralUnknown: "Choose one of the patient's referrals.",
  fileRequired: 'Choose a file to upload.',
  tooManyFiles: `At most ${uploadLimits.files} files can be uploaded at once.`,
  tooManyAtOnce: 'Several of your uploads are already in progress. Please wait until they have finished.',
  quota: (megabytes: number) =>
    `You can upload at most ${megabytes.toLocaleString('en-US')} MB in 24 hours. Please try again later.`,
  formats: `Choose a file in one of these formats: ${kindList.map(({ label }) => label).join(', ')}.`,
  empty: 'The file is empty.',
  tooLarge: 'The file is larger than 100MB.',
  mismatch: (fileName: string, is: string) => `The file name ends in .${extensionOf(fileName)}, but the file is ${is}.`,
  damaged: (type: UploadType) =>
    `The file cannot be read as ${uploadKinds[type].one}. It is damaged or contains something else as well.`,
  declaresTypes: 'The file declares its own document type or entities, which is not accepted in XML.',
  webPage: 'The file is a web page or a drawing in XML, which is not accepted.',
  malware: (name: string) => `The file contains malware (${name}) and was not uploaded.`,
  tooLargeToScan: 'The file is too large to be checked for viruses and was not uploaded.',
  alreadyThere: (documentName: string) => `This file is already on the chart as “${documentName}”.`,
  otherPatient: (name: string) => `This file is about ${name}, not about this patient.`,
  maybeSaved: 'The file may have been saved. Upload it again to be sure: it is not added twice.',
  brokenOff: 'The upload was broken off.',
  tooSlow: 'The upload was too slow and was stopped. Check your connection and try again.',
  problem:
    'There was a problem uploading your file. It may be too large (over 100MB) or corrupt. Please check your file and try again.',
  failed: 'Error uploading chart',
  succeeded: 'Chart uploaded successfully',
  noPermission: 'Sorry, you do not have permission to upload documents.',
} as const;

/** Extension of a file name, in lower case and without the dot. */
export function extensionOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** Content type by file extension; undefined if the type is not accepted. */
export function typeOfName(fileName: string): UploadType | undefined {
  const extension = extensionOf(fileName);
  return Object.entries(uploadKinds).find(([, { extensions }]) =>
    (extensions as readonly string[]).includes(extension),
  )?.[0] as UploadType | undefined;
}

/** Error message for a file, judged by name and size, or null. */
export function fileProblem(file: { name: string; size: number }): string | null {
  if (typeOfName(file.name) === undefined) return uploadTexts.formats;
  if (file.size === 0) return uploadTexts.empty;
  return file.size > uploadLimits.fileBytes ? uploadTexts.tooLarge : null;
}

const customDocumentType = optionalText(uploadLimits.customDocumentType, uploadTexts.customTypeTooLong);
const isAuthorized = (value: boolean) => value;

/** The fields of the dialog. */
export const chartUploadForm = z.object({
  /** The id as text, as in a select. */
  documentType: z.string(uploadTexts.typeRequired).min(1, uploadTexts.typeRequired),
  customDocumentType,
  dateProvided: begunDay(todayHere, uploadTexts.dateRequired),
  encounter: z.object({ patientEncounterId: id }).loose().nullable(),
  hipaaAgreementAccepted: z.boolean().refine(isAuthorized, uploadTexts.authorizationRequired),
});

/** Treats an empty form field as absent. */
const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);

export const uploadDocuments = upload('/documents/upload', {
  summary: "Uploads files to a patient's chart, each as a document; either all or none are added.",
  access: allOf('UploadChart'),
  authorization: 'policy',
  makesStale: chartReads,
  input: z.object({
    PatientId: queryId,
    DocumentTypeId: z.preprocess(
      blankIsAbsent,
      z.coerce.number<number | string>(uploadTexts.typeRequired).int().positive(uploadTexts.typeRequired),
    ),
    DateProvided: begunDay(todayAnywhere, uploadTexts.dateRequired),
    HIPAAReleaseOnFile: z.preprocess(
      blankIsAbsent,
      queryBoolean.default(false).refine(isAuthorized, uploadTexts.authorizationRequired),
    ),
    /** The actual type if the type is "Other". */
    CustomDocumentType: customDocumentType,
    PatientEncounterId: z.preprocess(blankIsAbsent, queryId.optional()),
    /** The referral it belongs to, such as that of a consult note. */
    ReferralId: z.preprocess(blankIsAbsent, queryId.optional()),
    /** By default, a document without an encounter is assigned to the patient's newest one. */
    DoNotDefaultToMostRecentEncounter: z.preprocess(blankIsAbsent, queryBoolean.default(false)),
    /** By default, a file whose bytes are already on the chart is refused. */
    AllowDuplicate: z.preprocess(blankIsAbsent, queryBoolean.default(false)),
    /** Refuses a clinical document or HL7 v2 message that names somebody else as its patient, as the portal does first. */
    RefuseOtherPatient: z.preprocess(blankIsAbsent, queryBoolean.default(false)),
  }),
  output: z.object({ documents: z.array(z.object({ patientDocumentId: id, documentName: z.string() })) }),
});

export const documentType = z.object({ documentTypeId: id, documentName: z.string() });
export type DocumentType = z.infer<typeof documentType>;

export const listPrimaryDocumentTypes = get('/document-viewer/primary-document-types', {
  summary: 'Lists document types for an upload by name, with "Other" last. Types that only imports use are excluded.',
  access: signedIn,
  audit: 'none',
  input: nothing,
  output: z.object({ documentTypes: z.array(documentType) }),
});
