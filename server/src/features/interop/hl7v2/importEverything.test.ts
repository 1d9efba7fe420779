import { expect, test } from 'vitest';

import { importBench } from '../../../../test/imports.ts';

// Whatever a message that is not kept as a document states stands in a row or is named as not kept.

const bench = importBench();

/** Fields of each segment, and those whose form matters to a reader. */
const segments: [code: string, fields: number, given: Record<number, string>][] = [
  [
    'PID',
    39,
    { 1: '1', 3: '${mrn}^^^HOSP^MR', 7: '19610314', 8: 'F', 13: '4135550100', 14: '', 19: '', 29: '20260101', 30: 'Y' },
  ],
  ['PD1', 20, {}],
  ['NK1', 38, { 1: '1', 5: '4135550101', 6: '', 7: 'C' }],
  ['PV1', 52, { 1: '1', 2: 'I', 19: 'V1^^^HOSP^VN', 44: '20260101', 45: '20260102' }],
  ['PV2', 49, {}],
  ['DG1', 22, { 1: '1', 2: 'I10', 5: '20260101', 6: 'A', 21: 'A' }],
  ['PR1', 20, { 1: '1', 5: '20260101', 20: 'A' }],
  ['AL1', 6, { 1: '1', 2: 'DA', 4: 'SV', 6: '20200101' }],
  ['IAM', 20, { 1: '1', 2: 'DA', 4: 'SV', 6: 'A', 9: 'AL', 11: '20200101', 13: '20200101', 17: 'C' }],
  ['IN1', 53, { 1: '1', 12: '20200101', 13: '20300101', 22: '1' }],
  ['OBX', 25, { 1: '1', 2: 'CWE', 11: 'F', 14: '20260101' }],
  ['NTE', 4, { 1: '1' }],
  ['GT1', 5, { 1: '1' }],
  ['ZAB', 3, { 1: '1' }],
];
/** Components that identify a number or a code system, or say how a value is written. */
const aside = new Set([3, 6, 7, 8, 9, 10, 11]);

test.each([1, 2, 12])(
  'every field with %i components is in a row, or named among what is not kept',
  async (components) => {
    const mrn = `ALL${components}`;
    let count = 0;
    const words: { word: string; code: string; field: number; component: number }[] = [];
    const lines = segments.map(([code, fields, given]) => {
      const values = Array.from({ length: fields }, (_none, index) => {
        const field = index + 1;
        if (given[field] !== undefined) return given[field].replace('${mrn}', mrn);
        const parts = Array.from({ length: components }, (_nothing, at) => {
          const word = `word${(count += 1)}e`;
          words.push({ word, code, field, component: at + 1 });
          return word;
        });
        return parts.join('^');
      });
      return [code, ...values].join('|');
    });
    await bench.importContent(
      [
        `MSH|^~\\&|ADT|HOSP|||20260301120000-0500||ADT^A01|${mrn}|P|2.5.1`,
        'EVN|A01|20260301120000-0500',
        ...lines,
      ].join('\r'),
    );
    const tables = ['condition', 'encounter', 'allergy', 'result', 'procedure', 'coverage', 'identifier'];
    const rows = await bench.rows<{ text: string }>(
      ['patient', ...tables.map((name) => `patient_${name}`)]
        .map((table) => `select to_jsonb(r)::text as text from ${table} r`)
        .join(' union all '),
    );
    const stated = rows.map(({ text }) => text).join('\n');
    const kinds = (
      await bench.rows<{ kind: string }>(`
      select kind from import_not_kept join patient using (patient_id) where mrn = '${mrn}'`)
    ).map(({ kind }) => kind);
    const findings = await bench.rows<{ reason: string }>('select reason from import_finding');
    expect(findings).toEqual([]);
    const others: Record<string, string> = {
      'PD1-4': 'primary care provider without a name and an NPI',
      'PV1-7': 'provider of an encounter without an NPI',
      'PV1-8': 'provider of an encounter without an NPI',
      'PV1-9': 'provider of an encounter without an NPI',
      'PV1-17': 'provider of an encounter without an NPI',
      'NK1-3': 'Patient.contact.relationship',
      'IN1-15': 'Coverage.type',
    };
    const isNamed = (code: string, field: number) =>
      [`${code}-${field})`, `(${code})`, others[`${code}-${field}`]].some((name) =>
        kinds.some((kind) => name !== undefined && kind.includes(name)),
      ) || kinds.some((kind) => [code, `${code}-${field}`, `${code}-${field}, in part`].includes(kind));
    const isStated = (word: string | undefined) => word !== undefined && stated.includes(word);
    /** Of a code and its text, the text may stand alone. */
    const textOf = (one: (typeof words)[number]) =>
      words.find((other) => other.code === one.code && other.field === one.field && other.component === 2)?.word;
    const nowhere = words.filter(
      (one) =>
        !aside.has(one.component) &&
        !isStated(one.word) &&
        !(one.component === 1 && isStated(textOf(one))) &&
        !isNamed(one.code, one.field),
    );
    expect(nowhere.map(({ code, field, component }) => `${code}-${field}.${component}`)).toEqual([]);
  },
);
