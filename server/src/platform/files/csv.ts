import { Readable } from 'node:stream';

import { parse } from 'csv-parse';

import { readBytes } from './bytes.ts';
import { defaultLimits } from './limits.ts';
import type { Limits } from './limits.ts';
import { UnreadableFile } from './unreadable.ts';
import { asUtf8 } from './utf8.ts';

const longestReason = 120;

/** The value of a column, trimmed; null if it is empty or missing. */
export type Fields = (name: string) => string | null;

/** A row, with its line number. */
interface CsvRow {
  line: number;
  field: Fields;
  /** All cells, untrimmed, in the order of the header. */
  cells: readonly string[];
  /** Whether it has as many cells as the header. */
  isComplete: boolean;
  /** The header's names, with their positions. */
  columns: ReadonlyMap<string, number>;
}

/** Rows of a CSV file with a header; fields are read by column name. @throws UnreadableFile */
export async function* readCsv(path: string, limits: Limits = defaultLimits): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  });
  const bytes = Readable.from(asUtf8(readBytes(path, limits)));
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  let columns: Map<string, number> | undefined;
  try {
    for await (const row of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      const { record, info } = row;
      if (columns === undefined) columns = columnsOf(record);
      else {
        const isComplete = record.length === columns.size;
        yield { line: info.lines, isComplete, field: fieldsOf(record, columns), cells: record, columns };
      }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(`is not a complete CSV file (${reasonOf(error as Error)})`);
  } finally {
    bytes.destroy();
  }
}

/** Positions of the columns by name. Spreadsheets may add empty columns, so several may have no name. */
function columnsOf(header: readonly string[]): Map<string, number> {
  const names = header.map((name) => name.trim());
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) < index);
  if (twice !== undefined) throw new UnreadableFile(`has the column ${twice} twice`);
  return new Map(names.map((name, index) => [name, index]));
}

/** The parser's message, which may quote the whole file. */
const reasonOf = ({ message }: Error) =>
  message.length > longestReason ? `${message.slice(0, longestReason)}…` : message;

function fieldsOf(record: readonly string[], columns: ReadonlyMap<string, number>): Fields {
  return (name) => {
    const index = columns.get(name);
    return (index === undefined ? undefined : record[index])?.trim() || null;
  };
}
