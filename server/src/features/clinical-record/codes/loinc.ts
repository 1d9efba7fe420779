import { readCsv } from '../../../platform/files/csv.ts';
import type { CodeAdapter } from './code.ts';

/** LOINC, from Loinc.csv. */
export const loinc: CodeAdapter = {
  codeSystem: 'loinc',
  fileName: /^Loinc(Table|TableCore)?.*\.csv(\.gz)?$/i,
  async *read(file) {
    for await (const { field, line, columns, isComplete } of readCsv(file)) {
      const missing = ['LOINC_NUM', 'LONG_COMMON_NAME', 'STATUS'].filter((name) => !columns.has(name));
      if (missing.length > 0) throw new Error(`It has no column ${missing.join(', ')}`);
      const [code, description] = [field('LOINC_NUM'), field('LONG_COMMON_NAME')];
      if (!isComplete || code === null) throw new Error(`Line ${line} is not a line of Loinc.csv`);
      if (field('STATUS') === 'ACTIVE' && description !== null) yield { code, description, subjects: ['result'] };
    }
  },
};
