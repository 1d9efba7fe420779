import { z } from 'zod';
import { signedIn } from '../access.ts';
import { patientDocument } from '../charts.ts';
import { patientSummary } from '../patients.ts';
import { download, get, picture } from '../endpoint.ts';
import { queryBoolean, queryId, queryInteger, timestamp } from '../fields.ts';

// Reading one document of a chart (docs/domain/charts.md).

/** Identifies a document, either as a chart of its patient or as part of a referral or consultation sent to the user. */
const ofDocument = z.object({
  patientDocumentId: queryId,
  referralId: queryId.optional(),
  careCoordinatorRequestId: queryId.optional(),
});
export type DocumentAddress = z.output<typeof ofDocument>;
/** The referral or consultation as part of which a document is opened. */
export type SentWith = Pick<DocumentAddress, 'referralId' | 'careCoordinatorRequestId'>;

/** A file is served once it is `clear`. */
export const fileStates = ['checking', 'clear', 'blocked'] as const;
export type FileState = (typeof fileStates)[number];

/** Why a clear file cannot be shown, though it can be downloaded. */
export const fileProblems = ['encrypted', 'damaged', 'twelve_bits', 'unsupported', 'too_large', 'too_slow'] as const;
export type FileProblem = (typeof fileProblems)[number];

/** A document with the data for its viewer. */
export const documentInfo = patientDocument.extend({
  patient: patientSummary,
  fileState: z.enum(fileStates),
  /** Why it is blocked. */
  blockReason: z.string().nullable(),
  fileProblem: z.enum(fileProblems).nullable(),
  pageCount: z.number(),
  /** Numbers of the document formats in which it can be shown, default first. */
  supportedFormats: z.array(z.number()),
  /** Width and height of each page that can be rendered as a picture. */
  pageSizes: z.array(z.tuple([z.number(), z.number()])),
  byteCount: z.number(),
  /** Who archived it and why; null while it is on the chart, if an import archived it, and for readers of what was sent. */
  archive: z.object({ archivedAt: timestamp, archivedByName: z.string(), reason: z.string() }).nullable(),
});
export type DocumentInfo = z.infer<typeof documentInfo>;

export const getDocument = get('/document-viewer/:patientDocumentId', {
  summary: 'Returns a document’s metadata and how it can be displayed.',
  auditText: 'A document',
  access: signedIn,
  input: ofDocument,
  output: documentInfo,
});

export const getDocumentText = get('/document-viewer/:patientDocumentId/text', {
  summary: 'Returns the text of a document in readable form, or as in the file with `returnRawData`.',
  auditText: 'Text of a document',
  access: signedIn,
  input: ofDocument.extend({ returnRawData: queryBoolean.default(false) }),
  output: z.object({
    text: z.string(),
    /** Number of the document format of `text`: plain text or unsanitized HTML. */
    format: z.number(),
  }),
});

/** Widths in pixels in which pages are rendered; only a few, so that cached pages serve many readers. */
export const pageWidths = [400, 800, 1200, 1600, 2400, 3200] as const;
export const thumbnailWidth = 160;

const ofPage = ofDocument.extend({ page: queryInteger({ min: 1, max: 100_000, fallback: 1 }) });

export const getDocumentPage = picture('/document-viewer/:patientDocumentId/:page', 'image/jpeg', {
  summary: 'Returns a page of a document as a picture.',
  auditText: 'A page of a document',
  access: signedIn,
  input: ofPage.extend({
    width: queryInteger({ min: 1, max: 3200, fallback: 1200 }),
    /** Range of DICOM pixel values to map from black to white; default: the file's own window. */
    windowWidth: z.coerce.number<number | string>().int().min(1).max(100_000).optional(),
    windowCenter: z.coerce.number<number | string>().int().min(-100_000).max(100_000).optional(),
  }),
});

/** A DICOM window: a range of pixel values around a center. */
const dicomWindow = z.object({ name: z.string(), width: z.number(), center: z.number() });
export type DicomWindow = z.infer<typeof dicomWindow>;

export const getDicomWindows = get('/document-viewer/:patientDocumentId/windows', {
  summary: 'Lists the windows of a DICOM file, the default one first; empty for a color picture.',
  auditText: 'A document',
  access: signedIn,
  input: ofDocument,
  output: z.object({ windows: z.array(dicomWindow) }),
});

export const prepareDocument = get('/document-viewer/:patientDocumentId/prepare', {
  summary: 'Renders the first page of the document likely to be opened next into the cache, and returns nothing.',
  auditText: 'Preparation of a document',
  access: signedIn,
  input: ofDocument.extend({ width: queryInteger({ min: 1, max: 3200, fallback: 1200 }) }),
  output: z.object({}),
});

export const getDocumentThumbnail = picture('/document-viewer/:patientDocumentId/thumbnail/:page', 'image/jpeg', {
  summary: 'Returns a thumbnail of a page of a document.',
  auditText: 'A preview of a page',
  access: signedIn,
  input: ofPage,
});

export const getDocumentPdf = picture('/document-viewer/:patientDocumentId/pdf', 'application/pdf', {
  summary: 'Returns a PDF document unchanged, for display in a frame of the portal.',
  auditText: 'A document as PDF',
  access: signedIn,
  input: ofDocument,
});

const fraction = z.number();
/** Box in fractions of the page, from its top left. */
const pageBox = z.object({ left: fraction, top: fraction, width: fraction, height: fraction });

const pageWord = pageBox.extend({
  /** Includes the space after it if another word follows on its line. */
  text: z.string(),
  /** Clockwise rotation of the text in degrees. */
  turn: z.union([z.literal(0), z.literal(90), z.literal(270)]),
});
export type PageWord = z.infer<typeof pageWord>;

export const getDocumentWords = get('/document-viewer/:patientDocumentId/words/:page', {
  summary: 'Returns the words of a page with their positions, by line; empty if the page is only a picture.',
  auditText: 'Text of a document',
  access: signedIn,
  input: ofPage,
  output: z.object({ lines: z.array(z.array(pageWord)) }),
});

export const findInDocument = get('/document-viewer/:patientDocumentId/find', {
  summary: 'Finds a text on the pages of a document.',
  auditText: 'Search in a document',
  access: signedIn,
  input: ofDocument.extend({ term: z.string().trim().min(1).max(200) }),
  output: z.object({
    matches: z.array(
      z.object({
        page: z.number(),
        boxes: z.array(pageBox),
      }),
    ),
  }),
});
export const mostMatches = 500;

export const downloadDocument = download('/document-viewer/:patientDocumentId/download', {
  summary: 'Downloads a document as an attachment, never for display in the browser.',
  auditText: 'A download of a document',
  access: signedIn,
  input: ofDocument,
});

export const viewerTexts = {
  checking: 'This document is being checked. It can be opened in a moment.',
  blocked: 'This document is blocked and cannot be opened.',
  encrypted: 'This document is protected with a password. Download it and open it with the password.',
  damaged: 'This document is damaged and cannot be shown.',
  twelve_bits:
    'This picture has 12 bits per color, which cannot be shown here. Download it to open it in another program.',
  unsupported:
    'This document is stored in a form that cannot be shown here. Download it to open it in another program.',
  too_large: 'This document is too large to be shown here. Download it to read it.',
  too_slow: 'This document takes too long to be shown here. Download it to read it.',
  notReadable: 'This document has mistakes in its XML and cannot be made readable. Choose Text to see it as it is.',
  noPage: 'This document has no such page.',
  referenceOnly: 'For reference only, not for diagnosis.',
  pageFailed: 'This page could not be shown.',
} as const;
