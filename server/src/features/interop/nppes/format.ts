import { readBytes } from '../../../platform/files/bytes.ts';
import { defaultLimits } from '../../../platform/files/limits.ts';
import { UnreadableFile } from '../../../platform/files/unreadable.ts';

/** Format of a registry file, detected from its first bytes, not its name. */
export type NppesFormat = 'full' | 'trimmed' | 'api' | 'taxonomy';

/** The registry's monthly file is larger than the limit for record files. */
export const nppesLimits = { ...defaultLimits, fileBytes: Number.POSITIVE_INFINITY };

const headings: readonly [NppesFormat, RegExp][] = [
  ['full', /^"?NPI"?,"?Entity Type Code"?,/],
  ['trimmed', /^"?npi"?,"?entity_type"?,/],
  ['taxonomy', /^"?Code"?,"?Grouping"?,"?Classification"?,/],
  ['api', /^\{\s*"result_count"\s*:/],
];

/** The format of a file; null if it is not a registry file or cannot be read, which is reported elsewhere. */
export async function nppesFormatOf(path: string): Promise<NppesFormat | null> {
  try {
    for await (const chunk of readBytes(path, nppesLimits)) {
      const head = chunk
        .subarray(0, 200)
        .toString('utf8')
        .replace(/^\ufeff/, '')
        .trimStart();
      return headings.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return null;
}

/** Approximate number of records in the files (their lines), for the progress display. */
export async function countRecords(files: readonly { path: string; format: NppesFormat }[]): Promise<number> {
  let count = 0;
  for (const { path } of files.filter(({ format }) => format === 'full' || format === 'trimmed')) {
    try {
      for await (const chunk of readBytes(path, nppesLimits)) {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
      }
    } catch (error) {
      // Reported when the file is imported.
      if (!(error instanceof UnreadableFile)) throw error;
    }
  }
  return count;
}
