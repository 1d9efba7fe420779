import type { NoteInput, WrittenNote } from './note.ts';
import type { LabTest, PanelKey } from './panels.ts';

import { minutesAfter } from '../clock.ts';
import { conditionOf } from '../conditions/conditions.ts';
import { labTypeName, panelOf } from './panels.ts';
import { page, patientLines, wrap, writeMoment } from './text.ts';

/** A lab report of one panel; results affected by the patient's conditions are outside the normal range. */
export function writeLabReport(input: NoteInput, key: PanelKey): WrittenNote {
  const { patient, encounter, random } = input;
  const panel = panelOf(key);
  const collected = encounter.date;
  const reported = minutesAfter(collected, random.int(240, 1_600));
  const values = drawValues(input, panel.tests);
  const rows = panel.tests.map((test) => writeRow(test, values.get(test.name) ?? test.low));
  const abnormal = rows.filter(({ flag }) => flag !== '').length;
  return {
    type: labTypeName(key),
    name: labTypeName(key),
    date: reported > patient.clock.now ? patient.clock.now : reported,
    author: laboratories[patient.client],
    text: page(
      laboratories[patient.client].toUpperCase(),
      `Report of ${panel.name}\n`,
      patientLines(patient),
      `Ordered by: ${encounter.provider.signature}    Accession: L${random.int(1_000_000, 9_999_999)}`,
      `Collected: ${writeMoment(patient.clock, collected)}    Specimen: ${panel.specimen}    Status: Final\n`,
      'TEST                                RESULT  FLAG  UNITS            REFERENCE',
      '-'.repeat(78),
      rows.map(({ line }) => line).join('\n'),
      '-'.repeat(78),
      abnormal === 0
        ? 'All results are within the reference range.'
        : `${abnormal} of ${rows.length} results are outside the reference range (H high, L low).`,
      `\n${wrap(random.pick(remarks))}`,
      '\nEND OF REPORT',
    ),
  };
}

const laboratories = {
  bayColony: 'Bay State Reference Laboratory',
  prairieRidge: 'High Plains Reference Laboratory',
} as const;

const remarks = [
  'Results are for the specimen received and should be read together with the clinical findings.',
  'Reference ranges are those of adults unless a range for the age is printed.',
  'Hemolysis index within limits. No comments by the medical technologist.',
] as const;

function drawValues({ patient, encounter, random }: NoteInput, tests: readonly LabTest[]): Map<string, number> {
  const ofConditions = patient.conditions.flatMap((key) => Object.entries(conditionOf(key).results ?? {}));
  const { occasion } = encounter;
  const ofEpisode = occasion.kind === 'stay' ? Object.entries(occasion.episode.results ?? {}) : [];
  const moved = new Map([...ofConditions, ...ofEpisode]);
  const values = new Map<string, number>();
  for (const test of tests) {
    const [low, high] = moved.get(test.name) ?? usualRange(test, random.chance(0.05));
    values.set(test.name, random.decimal(low, high, test.decimals));
  }
  return deriveLipids(values);
}

function usualRange(test: LabTest, isOutlier: boolean): [number, number] {
  const width = test.high - test.low;
  if (isOutlier) return [test.high, test.high + width * 0.15];
  return [test.low + width * 0.12, test.high - width * 0.12];
}

/** Total and non-HDL cholesterol are computed from the other values. */
function deriveLipids(values: Map<string, number>): Map<string, number> {
  const hdl = values.get('HDL cholesterol');
  const ldl = values.get('LDL cholesterol, calculated');
  const triglycerides = values.get('Triglycerides');
  if (hdl === undefined || ldl === undefined || triglycerides === undefined) return values;
  const total = Math.round(hdl + ldl + triglycerides / 5);
  return values.set('Cholesterol, total', total).set('Non-HDL cholesterol', total - hdl);
}

function writeRow(test: LabTest, value: number): { line: string; flag: string } {
  const flag = value > test.high ? 'H' : value < test.low ? 'L' : '';
  const range = `${test.low.toFixed(test.decimals)} - ${test.high.toFixed(test.decimals)}`;
  const line = `${test.name.padEnd(34)}${value.toFixed(test.decimals).padStart(8)}  ${flag.padEnd(4)}  ${test.unit.padEnd(15)}  ${range}`;
  return { line, flag };
}
