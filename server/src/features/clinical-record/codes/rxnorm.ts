import type { CodeSubject } from '@careloop/contracts/clinical-record/codes';

import { readLines } from '../../../platform/files/lines.ts';
import type { CodeAdapter } from './code.ts';

/** Positions in RXNCONSO.RRF, which has no header. */
const columns = { rxcui: 0, language: 1, source: 11, termType: 12, name: 14, suppressed: 16, count: 18 } as const;

const drug = ['medication'] as const satisfies CodeSubject[];
const substance = ['medication', 'allergy'] as const satisfies CodeSubject[];

/** Drugs as they are ordered, and the ingredients and brands that a patient reports or is allergic to. */
const subjectsOf: Readonly<Record<string, readonly CodeSubject[]>> = {
  SCD: drug,
  SBD: drug,
  GPCK: drug,
  BPCK: drug,
  IN: substance,
  PIN: substance,
  MIN: substance,
  BN: substance,
};

/** RxNorm, from RXNCONSO.RRF. Its other sources repeat the same drugs. */
export const rxnorm: CodeAdapter = {
  codeSystem: 'rxnorm',
  fileName: /^RXNCONSO.*\.RRF(\.gz)?$/i,
  async *read(file) {
    for await (const { text, number, isCut } of readLines(file)) {
      if (isCut) throw new Error(`It ends in the middle of line ${number}`);
      const cells = text.split('|');
      if (cells.length < columns.count) throw new Error(`Line ${number} is not a line of RXNCONSO.RRF`);
      const at = (column: Exclude<keyof typeof columns, 'count'>) => cells[columns[column]] ?? '';
      const subjects = subjectsOf[at('termType')];
      if (at('source') !== 'RXNORM' || at('language') !== 'ENG' || at('suppressed') !== 'N') continue;
      if (subjects !== undefined) yield { code: at('rxcui'), description: at('name'), subjects };
    }
  },
};
