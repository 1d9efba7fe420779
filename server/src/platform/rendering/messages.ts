/**
 * How the renderer opens a file. `clinical` is a clinical document that embeds another file instead of sections, `hl7` a
 * message of HL7 version 2.
 */
export type RenderKind = 'pdf' | 'image' | 'dicom' | 'rtf' | 'clinical' | 'hl7';

/** A local file, available during a call. */
export interface SourceFile {
  /** Digest of the file; one that is already open is not sent again, and one that failed is not opened again. */
  key: string;
  path: string;
  kind: RenderKind;
}

/** Width and height of a page; points for a PDF, pixels for everything else. */
export type PageSize = readonly [width: number, height: number];

export interface Inspection {
  pageSizes: PageSize[];
  hasText: boolean;
}

/** A box on a page, in fractions of the page's width and height from the top left. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A search match: one box per line it spans. */
export interface TextMatch {
  page: number;
  boxes: Box[];
}

/** A word on a page, including the space after it if another word follows on the line. */
export interface PageWord extends Box {
  text: string;
  /** Clockwise rotation of the text in degrees; 0 for text read from left to right. */
  turn: 0 | 90 | 270;
}

/** The range of DICOM pixel values mapped from black to white. */
export interface PixelWindow {
  width: number;
  center: number;
}

export interface NamedWindow extends PixelWindow {
  name: string;
}

/** Lines under a label. */
interface TextBlock {
  label: string;
  lines: readonly string[];
}

/** A letter, or the cover of a packet. */
export interface RecordText {
  /** Above the title of a letter: a picture as base64 of a JPEG, or a name, and lines beside it. */
  mark?: { logo: string | null; name: string } | undefined;
  letterhead?: readonly string[] | undefined;
  title: string;
  /** Below the title. */
  meta?: string | undefined;
  /** Rows of blocks beside each other, each with a name as its first line. */
  blocks?: readonly (readonly TextBlock[])[] | undefined;
  facts: readonly (readonly [label: string, value: string])[];
  paragraphs: readonly string[];
}

/** What a document is, over each of its pages. */
export interface RecordHead {
  title: string;
  /** "Cardiology · 11/2/26" */
  about: string;
  /** "Document 2 of 7" */
  place: string;
}

/** A document of a record: a file, a text, or why neither is included. */
export interface DocumentPart {
  head: RecordHead;
  file?: { path: string; kind: RenderKind } | undefined;
  text?: string | undefined;
  /** A page that says this stands in place of the document. */
  reason?: string | undefined;
  /** The text is not complete. */
  isLeftOut?: boolean;
  /** Footer of each generated page. */
  footer: string;
}

/** A part of a record. */
export type RecordPart = DocumentPart | LetterPart;

interface LetterPart {
  letter: RecordText;
  footer: string;
  file?: undefined;
}

export interface RecordLayout {
  /** Footer of the pages of documents. Every page is then numbered, without covering content. */
  footer?: string | undefined;
  /** Scale the pages of documents with what stands over and below them to Letter. */
  isLetter?: boolean | undefined;
  /** Say over each page of a document what it is. */
  hasHeads?: boolean | undefined;
  /** Two pages per sheet, after the first part. */
  isCondensed?: boolean | undefined;
}

export interface ComposedRecord {
  pdf: Uint8Array;
  pageCount: number;
  /** Titles of parts whose content is not included, or not all of it. */
  leftOut: string[];
}

/** Stands in the HTML of a file after the last part that can be read. */
export const restDamaged = '<p><b>The rest of this file is damaged and cannot be shown.</b></p>';

/** Calls of the renderer, with input and output. */
export interface RenderCalls {
  inspect: { input: object; output: Inspection };
  /** A page as JPEG in the requested width, unless that exceeds the pixel limits. Pages count from 1. */
  page: { input: { page: number; width: number; window?: PixelWindow | undefined }; output: Uint8Array };
  /** Windows of a DICOM file, the default one first. */
  windows: { input: object; output: NamedWindow[] };
  /** The text of each page. */
  text: { input: object; output: string[] };
  /** The words of a page, by line in reading order; none for a mere picture. */
  words: { input: { page: number }; output: PageWord[][] };
  find: { input: { term: string; limit: number }; output: TextMatch[] };
  /** The file as unsanitized HTML. The content type tells the charset of an HL7 version 2 message. */
  html: { input: { contentType?: string }; output: string };
  /** A clinical document as HTML, with `heldFile` in place of sections if it embeds a file. */
  narrative: { input: { contentType: string; heldFile: string }; output: string };
  /** The base64 files embedded in an XML file, whatever its kind. */
  embedded: { input: object; output: Uint8Array[] };
  /** One PDF of letters, texts and files. Opens the files of its parts only. */
  record: { input: { parts: RecordPart[]; layout?: RecordLayout | undefined }; output: ComposedRecord };
}
export type RenderAction = keyof RenderCalls;

/** Identifies the bytes of a file and how they are opened. */
export const fileKeyOf = ({ key, kind }: Pick<SourceFile, 'key' | 'kind'>): string => `${kind} ${key}`;

/** What a process is asked to do. */
export interface RenderWork {
  action: RenderAction;
  file: SourceFile;
  input: object;
}

/** A call as sent to a rendering process, which knows no paths. */
export interface RenderRequest {
  id: number;
  action: RenderAction;
  file: Omit<SourceFile, 'path'>;
  input: object;
  /** Lengths of the files that follow on the other pipe, in order; none if the process has the file open. */
  byteCounts: number[];
}

/**
 * Why a file or page cannot be shown. `encrypted`: needs a password. `twelve_bits`: a picture in colors with 12 bits each,
 * which no decoder reads. `unsupported`: whole, but stored in a form that no decoder reads. `too_large`: exceeds the pixel or byte limits.
 * `too_slow`: exceeded the time limit. `crashed`: the rendering process ended. `busy`: a retry may succeed.
 */
const renderProblems = [
  'encrypted',
  'damaged',
  'twelve_bits',
  'unsupported',
  'too_large',
  'too_slow',
  'crashed',
  'busy',
  'no_page',
] as const;
export type RenderProblem = (typeof renderProblems)[number];

/** Sent once the decoder is loaded, when the time of a call begins to count. */
export interface RenderStart {
  id: number;
  hasStarted: true;
}

export type RenderReply = {
  id: number;
  /** Whether the process keeps the file open for the next call. */
  isOpen: boolean;
} & ({ output: unknown } | { problem: RenderProblem; detail: string });

/** A part whose file has arrived in the rendering process. */
export type ReceivedPart =
  | LetterPart
  | (Omit<DocumentPart, 'file'> & { file?: { kind: RenderKind; bytes: Buffer } | undefined });

export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly problem: RenderProblem;

  constructor(problem: RenderProblem, detail = '') {
    super(`${problem} ${detail}`.trim());
    this.problem = problem;
  }
}
