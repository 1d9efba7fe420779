import type { Inspection, NamedWindow, PageWord, PixelWindow, TextMatch } from '../messages.ts';

/** A file that is open for drawing. What a kind of file does not have is not there. */
export interface OpenFile {
  inspect(): Promise<Inspection>;
  page?(page: number, width: number, window?: PixelWindow): Promise<Uint8Array>;
  windows?(): NamedWindow[];
  text?(): Promise<string[]>;
  words?(page: number): PageWord[][];
  find?(term: string, limit: number): Promise<TextMatch[]>;
  html?(): Promise<string>;
  close(): void;
}
