import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startImportBench } from '../../../test/imports.ts';
import { sample } from '../../../test/samples.ts';

import type { ImportBench } from '../../../test/imports.ts';
import type { ImportReport } from './report.ts';

// Every entry of twenty patients is compared with its row. What is expected is read from the JSON here, without the importer's
// code.

interface Coding {
  system?: string;
  code?: string;
  display?: string;
}
interface Concept {
  coding: Coding[];
  text?: string;
}
interface Quantity {
  value: number;
  unit?: string;
}
interface Reference {
  reference: string;
  display?: string;
}
interface Plain {
  resourceType: string;
  id: string;
  status: string;
  subject?: Reference;
  patient?: Reference;
  encounter?: Reference;
  code: Concept;
  category: Concept[];
  vaccineCode: Concept;
  medicationCodeableConcept?: Concept;
  medicationReference?: Reference;
  reasonReference?: Reference[];
  requester?: Reference;
  location?: Reference;
  performer?: Reference[];
  effectiveDateTime: string;
  occurrenceDateTime: string;
  authoredOn: string;
  recordedDate: string;
  performedPeriod: { start: string; end: string };
  period: { start: string; end?: string };
  valueQuantity?: Quantity;
  valueCodeableConcept?: Concept;
  valueString?: string;
  component?: { code: Concept; valueQuantity?: Quantity; valueCodeableConcept?: Concept }[];
  result?: Reference[];
  presentedForm?: unknown[];
  activity?: { detail: { code: Concept; status: string } }[];
  clinicalStatus: Concept;
  verificationStatus: Concept;
  criticality: string;
}

const plainName = (name: string) =>
  name.replace(
    /\s*\((?:procedure|disorder|finding|situation|record artifact|regime\/therapy|substance|organism|qualifier value|morphologic abnormality|physical object|person|event)\)$/,
    '',
  );
/** Text, else display; names of SNOMED CT without their tag. */
function wordsOf({ text, coding }: Concept): string {
  const words = text ?? coding.find(({ display }) => display !== undefined)?.display ?? coding[0]?.code ?? '';
  return coding.some(({ system }) => system === 'http://snomed.info/sct') ? plainName(words) : words;
}
const codeOf = (concept: Concept) => ({
  code_system: concept.coding[0]?.system ?? null,
  code: concept.coding[0]?.code ?? null,
  description: wordsOf(concept),
});
const dayOf = (time: string) => time.slice(0, 10);
const idIn = ({ reference }: Reference) => reference.replace(/^urn:uuid:/, '');

const categories: Record<string, string> = {
  laboratory: 'laboratory',
  'vital-signs': 'vital_signs',
  'social-history': 'social_history',
  survey: 'survey',
  exam: 'exam',
  imaging: 'imaging',
  LAB: 'laboratory',
};
const categoryOf = ({ category }: Plain) =>
  category.flatMap(({ coding }) => coding.map(({ code }) => categories[code ?? ''])).find((one) => one !== undefined) ??
  'other';

function valueOf({
  valueQuantity,
  valueCodeableConcept,
  valueString,
}: Pick<Plain, 'valueQuantity' | 'valueCodeableConcept' | 'valueString'>) {
  const unit = valueQuantity?.unit ?? null;
  return {
    value_number: valueQuantity?.value ?? null,
    unit: unit === '1' || unit === '{}' ? null : unit,
    value_text: valueCodeableConcept === undefined ? (valueString ?? null) : wordsOf(valueCodeableConcept),
  };
}

const folder = sample('fhir', 'synthea-us-core');

describe.skipIf(folder === undefined)('twenty patients entry by entry', () => {
  const names = folder === undefined ? [] : readdirSync(folder);
  const files = [
    ...names.filter((name) => name.startsWith('0-')),
    ...names.filter((name) => !name.startsWith('0-')).slice(0, 20),
  ];
  const all = files.flatMap((name) => {
    const { entry } = JSON.parse(gunzipSync(readFileSync(path.join(folder ?? '', name))).toString()) as {
      entry: { resource: Plain }[];
    };
    return entry.map(({ resource }) => resource);
  });
  const ofType = (type: string) => all.filter(({ resourceType }) => resourceType === type);
  const conditions = new Map(ofType('Condition').map((one) => [one.id, wordsOf(one.code)]));
  const reasonOf = ({ reasonReference = [] }: Plain) =>
    [
      ...new Set(
        reasonReference.map((one) => (one.display === undefined ? conditions.get(idIn(one)) : plainName(one.display))),
      ),
    ].join('; ') || null;
  let bench: ImportBench;
  let report: ImportReport;
  beforeAll(async () => {
    bench = await startImportBench();
    report = await bench.import(files.map((name) => path.join(folder ?? '', name)));
  }, 240_000);
  afterAll(() => bench.stop());

  /** The rows of a table by their numbers at the source, with their encounter's. */
  async function rowsOf(table: string): Promise<Map<string, Record<string, unknown>>> {
    const encounter =
      table === 'patient_background' ? '' : 'left join patient_encounter e using (patient_encounter_id)';
    const rows = await bench.rows<Record<string, unknown> & { source_id: string }>(`
      select t.*, ${encounter === '' ? 'null' : 'e.source_id'} as encounter from ${table} t ${encounter}`);
    return new Map(rows.map((row) => [row.source_id, row]));
  }

  /** Compares as many rows as there are entries, each with what its entry states. */
  async function compare(table: string, expected: Map<string, Record<string, unknown>>): Promise<void> {
    const rows = await rowsOf(table);
    expect([...rows.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    for (const [id, wanted] of expected) expect({ id, ...rows.get(id) }).toMatchObject({ id, ...wanted });
    expect(expected.size).toBeGreaterThan(0);
  }

  test('of results, with panels and their members in order', { timeout: 60_000 }, async () => {
    const expected = new Map<string, Record<string, unknown>>();
    const common = (one: Plain) => ({
      category: categoryOf(one),
      status: one.status,
      effective_at: new Date(one.effectiveDateTime),
      effective_precision: 'minute',
      encounter: one.encounter === undefined ? null : idIn(one.encounter),
    });
    for (const one of ofType('Observation')) {
      const isPanel = one.component !== undefined;
      expected.set(`Observation/${one.id}`, {
        ...codeOf(one.code),
        ...common(one),
        ...valueOf(one),
        is_panel: isPanel,
      });
      for (const part of one.component ?? []) {
        const code = part.code.coding[0]?.code ?? '';
        expected.set(`Observation/${one.id}#${code}`, { ...codeOf(part.code), ...common(one), ...valueOf(part) });
      }
    }
    for (const one of ofType('DiagnosticReport').filter(({ result }) => result !== undefined)) {
      const by = one.performer?.[0]?.display ?? null;
      expected.set(`DiagnosticReport/${one.id}`, {
        ...codeOf(one.code),
        ...common(one),
        is_panel: true,
        stated_by: by,
      });
    }
    await compare('patient_result', expected);
    const rows = await rowsOf('patient_result');
    const membersOf = (id: string) => {
      const panel = rows.get(id)?.['patient_result_id'];
      const members = [...rows.values()].filter((row) => row['panel_id'] === panel);
      return members
        .toSorted((a, b) => Number(a['panel_order']) - Number(b['panel_order']))
        .map((row) => row['source_id']);
    };
    for (const { id, component } of ofType('Observation')
      .filter((one) => one.component !== undefined)
      .slice(0, 40)) {
      expect(membersOf(`Observation/${id}`)).toEqual(
        component?.map(({ code }) => `Observation/${id}#${code.coding[0]?.code}`),
      );
    }
    for (const { id, result } of ofType('DiagnosticReport')
      .filter((one) => one.result !== undefined)
      .slice(0, 40)) {
      expect(membersOf(`DiagnosticReport/${id}`)).toEqual(result?.map((one) => `Observation/${idIn(one)}`));
    }
  });

  test('of medications, with what they refer to', async () => {
    const medications = new Map(ofType('Medication').map(({ id, code }) => [id, code]));
    const concept = (one: Plain) =>
      one.medicationCodeableConcept ??
      medications.get(idIn(one.medicationReference ?? { reference: '' })) ?? { coding: [] };
    const expected = ofType('MedicationRequest').map((one): [string, Record<string, unknown>] => [
      `MedicationRequest/${one.id}`,
      {
        ...codeOf(concept(one)),
        status: one.status,
        kind: 'order',
        is_none_known: false,
        stated_date: dayOf(one.authoredOn),
        stated_by: one.requester?.display ?? null,
        reason: reasonOf(one),
        encounter: one.encounter === undefined ? null : idIn(one.encounter),
      },
    ]);
    expect(expected.length).toBeGreaterThan(500);
    await compare('patient_medication', new Map(expected));
  });

  test('of allergies, immunizations, procedures and care plans', async () => {
    const encounter = (one: Plain) => (one.encounter === undefined ? null : idIn(one.encounter));
    await compare(
      'patient_allergy',
      new Map(
        ofType('AllergyIntolerance').map((one) => [
          `AllergyIntolerance/${one.id}`,
          {
            ...codeOf(one.code),
            clinical_status: one.clinicalStatus.coding[0]?.code,
            verification: one.verificationStatus.coding[0]?.code,
            criticality: one.criticality,
            stated_date: dayOf(one.recordedDate),
          },
        ]),
      ),
    );
    await compare(
      'patient_immunization',
      new Map(
        ofType('Immunization').map((one) => [
          `Immunization/${one.id}`,
          {
            ...codeOf(one.vaccineCode),
            status: one.status,
            occurred_on: dayOf(one.occurrenceDateTime),
            encounter: encounter(one),
          },
        ]),
      ),
    );
    await compare(
      'patient_procedure',
      new Map(
        ofType('Procedure').map((one) => [
          `Procedure/${one.id}`,
          {
            ...codeOf(one.code),
            status: one.status,
            started_on: dayOf(one.performedPeriod.start),
            ended_on: dayOf(one.performedPeriod.end),
            reason: reasonOf(one),
            encounter: encounter(one),
          },
        ]),
      ),
    );
    await compare(
      'patient_plan',
      new Map(
        ofType('CarePlan').map((one) => [
          `CarePlan/${one.id}`,
          {
            kind: 'care_plan',
            description: wordsOf(one.category[1] ?? { coding: [] }),
            status: one.status,
            start_date: dayOf(one.period.start),
            end_date: one.period.end === undefined ? null : dayOf(one.period.end),
            details: expect.stringContaining(
              wordsOf(one.activity?.[0]?.detail.code ?? { coding: [], text: '' }),
            ) as unknown,
          },
        ]),
      ),
    );
  });

  test(
    'none of these types is counted as not kept, and a second import changes nothing',
    { timeout: 240_000 },
    async () => {
      const kept = [
        'Observation',
        'MedicationRequest',
        'Immunization',
        'Procedure',
        'CarePlan',
        'AllergyIntolerance',
        'Medication',
      ];
      expect([...report.notKept.keys()].filter((kind) => kept.includes(kind.split(':')[0] ?? ''))).toEqual([]);
      const again = await bench.import(files.map((name) => path.join(folder ?? '', name)));
      expect(again.hasChanges).toBe(false);
      expect(again.total('unchanged')).toBe(report.total('created'));
    },
  );
});
