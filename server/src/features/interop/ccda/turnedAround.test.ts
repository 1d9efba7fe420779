import { describe, expect, test } from 'vitest';

import { importBench } from '../../../../test/imports.ts';

// Attributes of a statement that turn its meaning around: denied, planned, withdrawn, without information.

const bench = importBench();
let number = 0;

/** The rows of a table that a document with one entry states. */
async function rowsOf(table: string, code: string, entry: string) {
  const extension = `T${(number += 1)}`;
  await bench.importContent(`<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><id root="2.999.1" extension="${extension}"/>
    <code code="34133-9"/><title>Record</title><effectiveTime value="20240301"/><recordTarget><patientRole>
    <id root="2.999.10" extension="${extension}"/><patient><name><given>Tim</given><family>Turned</family></name>
    <birthTime value="19610314"/></patient></patientRole></recordTarget><component><structuredBody><component><section>
    <code code="${code}"/><text/><entry>${entry}</entry></section></component></structuredBody></component>
    </ClinicalDocument>`);
  return bench.rows<Record<string, unknown>>(
    `select t.* from ${table} t join patient p using (patient_id) where p.mrn = '${extension}' order by 1`,
  );
}

interface Kind {
  section: string;
  table: string;
  entry: (attributes: string, status?: string) => string;
}
const name = (element: string, words: string, inside = '') =>
  `<${element} code="1" displayName="${words}">${inside}</${element}>`;
const product = `<consumable><manufacturedProduct><manufacturedMaterial>${name('code', 'Thing')}</manufacturedMaterial>
  </manufacturedProduct></consumable>`;
const state = (status: string) => `<statusCode code="${status}"/>`;

const problem: Kind = {
  section: '11450-4',
  table: 'patient_condition',
  entry: (attributes, status = 'completed') => `<act>${state('active')}<entryRelationship><observation ${attributes}>
    <id root="2.999.8"/>${state(status)}${name('value', 'Thing')}</observation></entryRelationship></act>`,
};
const allergy: Kind = {
  section: '48765-2',
  table: 'patient_allergy',
  entry: (attributes, status = 'completed') => `<observation ${attributes}>${state(status)}<participant typeCode="CSM">
    <participantRole><playingEntity>${name('code', 'Thing')}</playingEntity></participantRole></participant></observation>`,
};
const medication: Kind = {
  section: '10160-0',
  table: 'patient_medication',
  entry: (attributes, status = 'active') =>
    `<substanceAdministration ${attributes}>${state(status)}${product}</substanceAdministration>`,
};
const immunization: Kind = { ...medication, section: '11369-6', table: 'patient_immunization' };
const procedure: Kind = {
  section: '47519-4',
  table: 'patient_procedure',
  entry: (attributes, status = 'completed') =>
    `<procedure ${attributes}>${name('code', 'Thing')}${state(status)}</procedure>`,
};
const result: Kind = {
  section: '30954-2',
  table: 'patient_result',
  entry: (attributes, status = 'completed') =>
    `<observation ${attributes}>${name('code', 'Thing')}${state(status)}<value xsi:type="ST">Clear</value></observation>`,
};
const plan: Kind = { ...procedure, section: '18776-5', table: 'patient_plan' };
const goal: Kind = {
  ...plan,
  entry: (attributes) => `<observation moodCode="GOL" ${attributes}>${name('code', 'Thing')}</observation>`,
};
const family: Kind = {
  section: '10157-6',
  table: 'patient_background',
  entry: (
    attributes,
    status = 'completed',
  ) => `<organizer>${state(status)}<subject><relatedSubject>${name('code', 'Mother')}
    </relatedSubject></subject><component><observation ${attributes}>${name('value', 'Thing')}</observation></component>
    </organizer>`,
};
const device: Kind = {
  section: '46264-8',
  table: 'patient_background',
  entry: (attributes, status = 'completed') => `<supply ${attributes}>${state(status)}<participant typeCode="PRD">
    <participantRole><playingDevice>${name('code', 'Thing')}</playingDevice></participantRole></participant></supply>`,
};
const kinds = { problem, allergy, medication, immunization, procedure, result, plan, goal, family, device };
const read = ({ section, table, entry }: Kind, attributes: string, status?: string) =>
  rowsOf(table, section, entry(attributes, status));

test.each(Object.entries(kinds))('a plain %s is one row', async (_name, kind) => {
  expect(await read(kind, '')).toHaveLength(1);
});

describe('denied', () => {
  test.each<[name: keyof typeof kinds, expected: Record<string, unknown>[]]>([
    ['problem', []],
    ['allergy', [{ verification: 'refuted' }]],
    ['medication', [{ status: 'not_taken' }]],
    ['immunization', [{ status: 'not_done' }]],
    ['procedure', [{ status: 'not_done' }]],
    ['result', [{ status: 'cancelled', absent_reason: 'Not done' }]],
    ['plan', [{ description: 'Not to be done: Thing' }]],
    ['goal', [{ description: 'Not a goal: Thing' }]],
    ['family', [{ description: 'No Thing', code: null }]],
    ['device', [{ status: 'not present' }]],
  ])('says so: %s', async (kind, expected) => {
    expect(await read(kinds[kind], 'negationInd="true"')).toMatchObject(expected);
  });

  test('is what a denied relationship states', async () => {
    const entry = problem.entry('').replace('<entryRelationship>', '<entryRelationship negationInd="true">');
    expect(await rowsOf(problem.table, problem.section, entry)).toEqual([]);
  });

  test('of a reaction, is no reaction', async () => {
    const hives = `<entryRelationship typeCode="MFST"><observation negationInd="true">${name('value', 'Hives')}</observation>
      </entryRelationship></observation>`;
    const rows = await rowsOf(allergy.table, allergy.section, allergy.entry('').replace('</observation>', hives));
    expect(rows).toMatchObject([{ reactions: [] }]);
  });
});

describe('withdrawn', () => {
  test.each([
    'allergy',
    'medication',
    'immunization',
    'procedure',
    'result',
    'plan',
    'family',
    'device',
    'problem',
  ] as const)('is entered in error: %s', async (kind) => {
    expect(await read(kinds[kind], '', 'nullified')).toMatchObject([{ is_entered_in_error: true }]);
  });

  test.each<[name: keyof typeof kinds, aborted: string, cancelled: string]>([
    ['medication', 'stopped', 'stopped'],
    ['immunization', 'not_done', 'not_done'],
    ['procedure', 'stopped', 'not_done'],
    ['result', 'cancelled', 'cancelled'],
    ['plan', 'stopped', 'stopped'],
  ])('is no plain one if it was aborted or canceled: %s', async (kind, aborted, cancelled) => {
    expect(await read(kinds[kind], '', 'aborted')).toMatchObject([{ status: aborted }]);
    expect(await read(kinds[kind], '', 'cancelled')).toMatchObject([{ status: cancelled }]);
  });

  test('as a panel, withdraws its results', async () => {
    const panel = `<organizer>${name('code', 'Panel')}${state('nullified')}<component>${result.entry('')}</component></organizer>`;
    expect(await rowsOf(result.table, result.section, panel)).toMatchObject([
      { is_entered_in_error: true },
      { is_entered_in_error: true },
    ]);
  });
});

describe('planned', () => {
  test.each<[name: keyof typeof kinds, table: string, expected: Record<string, unknown>]>([
    ['medication', 'patient_medication', { kind: 'order' }],
    ['immunization', 'patient_medication', { kind: 'order', note: 'Intent: plan' }],
    ['procedure', 'patient_plan', { description: 'Thing' }],
    ['result', 'patient_plan', { description: 'Thing' }],
    ['device', 'patient_background', { status: 'planned' }],
  ])('is not done: %s', async (kind, table, expected) => {
    const { section, entry, table: done } = kinds[kind];
    const planned = entry('moodCode="RQO"', 'active');
    expect(await rowsOf(table, section, planned)).toMatchObject([expected]);
    expect(await rowsOf(done, section, planned)).toHaveLength(table === done ? 1 : 0);
  });
});

// The relative of a family history is still stated.
test.each(Object.entries({ ...kinds, family: device }))(
  'without information, it is counted, not kept: %s',
  async (_name, kind) => {
    expect(await read(kind, 'nullFlavor="NI"')).toEqual([]);
  },
);
