import type { Inspection, NamedWindow, PageWord, PixelWindow, TextMatch } from '../messages.ts';

/** An open file. Methods that its kind does not support are absent. */
export interface OpenFile {
  inspect(): Promise<Inspection>;
  page?(page: number, width: number, window?: PixelWindow): Promise<Uint8Array>;
  windows?(): NamedWindow[];
  text?(): Promise<string[]>;
  words?(page: number): PageWord[][];
  find?(term: string, limit: number): Promise<TextMatch[]>;
  html?(contentType: string): Promise<string>;
  close(): void;
}
