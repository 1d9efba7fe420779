/** How a file is opened by the renderer: `clinical` is a clinical document that holds another file instead of sections. */
export type RenderKind = 'pdf' | 'image' | 'dicom' | 'rtf' | 'clinical';

/** A file on this machine for the time of a call. */
export interface SourceFile {
  /** Its digest: what was opened under it is opened still. */
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

/** A place on a page, in fractions of its width and height from the top left. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where a text was found: one box for each line it runs over. */
export interface TextMatch {
  page: number;
  boxes: Box[];
}

/** A word on a page, with the space behind it when another one follows on its line. */
export interface PageWord extends Box {
  text: string;
  /** How far its letters are turned, clockwise: 0 for what is read from left to right. */
  turn: 0 | 90 | 270;
}

/** Which values of a DICOM picture are drawn from black to white. */
export interface PixelWindow {
  width: number;
  center: number;
}

export interface NamedWindow extends PixelWindow {
  name: string;
}

/** What stands on a page that is set here: a title, facts and paragraphs. */
export interface RecordText {
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
  paragraphs: readonly string[];
}

/** A part of a record: its cover, and the pages behind it. Without a file and a text it is its cover alone. */
export interface RecordPart {
  cover: RecordText;
  file?: { path: string; kind: RenderKind } | undefined;
  text?: string | undefined;
  /** At the foot of each page that is set here. */
  footer: string;
  /** The cover is left out where the pages behind it can be read. */
  isBare?: boolean;
}

/** How the pages of a record are laid out. */
export interface RecordLayout {
  /** Written on each page before its number. */
  numbered?: string | undefined;
  /** Two pages on each sheet, behind the first part. */
  isCondensed?: boolean | undefined;
}

export interface ComposedRecord {
  pdf: Uint8Array;
  pageCount: number;
  /** The parts whose file could not be included, by their position, with why. */
  left: { part: number; problem: RenderProblem }[];
}

/** What the renderer can be asked, each with its answer. */
export interface RenderCalls {
  inspect: { input: object; output: Inspection };
  /** A page as JPEG, as wide as asked unless that would be too many pixels. Pages count from 1. */
  page: { input: { page: number; width: number; window?: PixelWindow | undefined }; output: Uint8Array };
  /** Of a DICOM file: the one it is drawn with first. */
  windows: { input: object; output: NamedWindow[] };
  /** The text of each page. */
  text: { input: object; output: string[] };
  /** The words of a page, line by line as they are read; none for what is a picture only. */
  words: { input: { page: number }; output: PageWord[][] };
  find: { input: { term: string; limit: number }; output: TextMatch[] };
  /** As HTML that nobody has sanitised yet. */
  html: { input: object; output: string };
  /** A clinical document as HTML, with `heldFile` in place of sections where it holds a file. */
  narrative: { input: { contentType: string; heldFile: string }; output: string };
  /** The files that an XML file holds in base64, as clinical documents do. Its own kind does not matter. */
  embedded: { input: object; output: Uint8Array[] };
  /** One PDF of several files, each behind a cover. It opens the files of its parts, and none of its own. */
  record: { input: { parts: RecordPart[]; layout?: RecordLayout | undefined }; output: ComposedRecord };
}
export type RenderAction = keyof RenderCalls;

export interface RenderRequest {
  id: number;
  action: RenderAction;
  file: SourceFile;
  input: object;
}

/**
 * Why a file or page cannot be shown. `encrypted`: only with a password. `too_large`: more pixels or bytes than are
 * worked on. `too_slow`: it took longer than is waited for. `crashed`: the process that worked on it ended.
 */
export const renderProblems = ['encrypted', 'damaged', 'too_large', 'too_slow', 'crashed', 'busy', 'no_page'] as const;
export type RenderProblem = (typeof renderProblems)[number];

export type RenderReply = { id: number; output: unknown } | { id: number; problem: RenderProblem; detail: string };

export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly problem: RenderProblem;

  constructor(problem: RenderProblem, detail = '') {
    super(`${problem} ${detail}`.trim());
    this.problem = problem;
  }
}
