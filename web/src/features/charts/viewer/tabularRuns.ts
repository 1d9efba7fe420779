/** Consecutive lines of a text that are all tabular or all prose. */
export interface TextRun {
  /** Position in the text. */
  at: number;
  text: string;
  isTabular: boolean;
}

/** A gap inside a line, trimmed, aligns columns; a line without a letter or digit rules a table. */
const tabularLine = / {3}|\t|^[^\p{L}\p{N}]*$/u;

/** Splits a text into tabular runs, whose lines must not wrap, and prose. */
export function tabularRuns(text: string): TextRun[] {
  const runs: TextRun[] = [];
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const isTabular = tabularLine.test(line.trim());
    const last = runs.at(-1);
    if (last?.isTabular === isTabular) last.text += line;
    else runs.push({ at, text: line, isTabular });
    at += line.length;
  }
  return runs;
}
