/** A code as listed in the order file. */
export interface DiagnosisCode {
  code: string;
  description: string;
  isBillable: boolean;
  /** The long description is missing or shorter than the short one, which indicates a truncated file. */
  isCut: boolean;
}

const codeShape = /^[A-Z][0-9A-Z]{2}(\.[0-9A-Z]{1,4})?$/;

/**
 * Reads one line of an ICD-10-CM order file: CMS's fixed columns (order number 1-5, code without dot 7-13, billable 15, short
 * description 17-76, long description from 78), or tab-separated columns with a header.
 * @returns null for a header or an empty line
 * @throws Error for a line in neither format
 */
export function readOrderLine(line: string): DiagnosisCode | null {
  if (line.trim() === '') return null;
  const columns = line.includes('\t') ? tableColumns(line) : fixedColumns(line);
  if (columns === null) return null;
  const code = columns.code.length > 3 ? `${columns.code.slice(0, 3)}.${columns.code.slice(3)}` : columns.code;
  if (!codeShape.test(code) || columns.description === '' || !/^[01]$/.test(columns.billable)) {
    throw new Error(`not a line of an ICD-10-CM order file: "${line.slice(0, 60)}"`);
  }
  const { description, long, short } = columns;
  return { code, description, isBillable: columns.billable === '1', isCut: long.length < short.length };
}

function fixedColumns(line: string) {
  const at = (from: number, to?: number) => line.slice(from - 1, to).trim();
  const [long, short] = [at(78), at(17, 76)];
  return { code: at(7, 13), billable: at(15, 15), description: long || short, long, short };
}

/** Columns: order, code, code without dot, billable, valid, short, long. */
function tableColumns(line: string) {
  const [order, code = '', , billable = '', , short = '', long = ''] = line.split('\t').map((cell) => cell.trim());
  if (order === 'order') return null;
  return { code: code.replace('.', ''), billable, description: long || short, long, short };
}
