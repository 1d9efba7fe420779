import type { CodeSubject, LoadedCodeSystem } from '@careloop/contracts/clinical-record/codes';

/** A code that is offered, as its table states it. */
export interface LoadedCode {
  code: string;
  description: string;
  subjects: readonly CodeSubject[];
}

/** Reads one distributed table. */
export interface CodeAdapter {
  codeSystem: LoadedCodeSystem;
  /** The name of the file, as it is distributed; also compressed. */
  fileName: RegExp;
  /** The codes that are offered. @throws Error if the file is not such a table, or is cut off */
  read: (file: string) => AsyncIterable<LoadedCode>;
}
