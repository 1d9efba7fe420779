import { readBytes } from '../files/bytes.ts';
import { defaultLimits } from '../files/limits.ts';
import { UnreadableFile } from '../files/unreadable.ts';

/** What a file of provider registries is, by its beginning and not by its name. */
export type NppesFormat = 'full' | 'trimmed' | 'api' | 'taxonomy';

/** The registry's monthly file has more bytes than any file of records. */
export const nppesLimits = { ...defaultLimits, fileBytes: Number.POSITIVE_INFINITY };

const headings: readonly [NppesFormat, RegExp][] = [
  ['full', /^"?NPI"?,"?Entity Type Code"?,/],
  ['trimmed', /^"?npi"?,"?entity_type"?,/],
  ['taxonomy', /^"?Code"?,"?Grouping"?,"?Classification"?,/],
  ['api', /^\{\s*"result_count"\s*:/],
];

/** The format of a file, or null for one that belongs to no provider registry (or cannot be read, which others report). */
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

/** About how many records the files hold, for the progress: their lines. */
export async function countRecords(files: readonly { path: string; format: NppesFormat }[]): Promise<number> {
  let count = 0;
  for (const { path } of files.filter(({ format }) => format === 'full' || format === 'trimmed')) {
    try {
      for await (const chunk of readBytes(path, nppesLimits)) {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
      }
    } catch (error) {
      // Told when it is imported.
      if (!(error instanceof UnreadableFile)) throw error;
    }
  }
  return count;
}
