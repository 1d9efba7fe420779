import { z } from 'zod';

import type { DemoPatient } from '../patients.ts';
import type { WrittenNote } from './notes.ts';
import type { LabTest } from './panels.ts';
import type { NoteInput } from './template.ts';

import { minutesAfter, writeDay } from '../clock.ts';
import { conditionOf } from '../conditions.ts';
import { readContent } from '../content.ts';
import { clientKey } from '../organization.ts';
import { writeNote } from './notes.ts';
import { labTypeName, panelOf } from './panels.ts';
import { studyOf } from './studies.ts';
import { writeMoment } from './text.ts';

const { laboratories, readers, vaccines } = readContent(
  'reports',
  z.strictObject({
    laboratories: z.record(clientKey, z.string()),
    /** Who reads imaging and heart studies. */
    readers: z.record(clientKey, z.array(z.string())),
    /** The vaccines of childhood, and the age in days at which they are due. */
    vaccines: z.array(z.strictObject({ vaccine: z.string(), days: z.number() })),
  }),
);

const notAfter = (moment: Date, latest: Date) => (moment > latest ? latest : moment);

/** A lab report of one panel; results affected by the patient's conditions are outside the normal range. */
export function writeLabReport(input: NoteInput, key: string): WrittenNote {
  const { patient, encounter, random } = input;
  const panel = panelOf(key);
  const reported = minutesAfter(encounter.date, random.int(240, 1_600));
  const drawn = drawValues(input, panel.tests);
  const rows = panel.tests.map((test) => writeRow(test, drawn.get(test.name) ?? test.low));
  const abnormal = rows.filter(({ flag }) => flag !== '').length;
  const laboratory = laboratories[patient.client];
  const values = {
    panelType: labTypeName(panel),
    panel: panel.name,
    laboratory: laboratory.toUpperCase(),
    specimen: panel.specimen,
    table: { lines: [head, line, ...rows.map((row) => row.line), line].join('\n') },
    summary:
      abnormal === 0
        ? 'All results are within the reference range.'
        : `${abnormal} of ${rows.length} results are outside the reference range (H high, L low).`,
  };
  return writeNote('labReport', input, values, { date: notAfter(reported, patient.clock.now), author: laboratory });
}

const head = 'TEST                                RESULT  FLAG  UNITS            REFERENCE';
const line = '-'.repeat(78);

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
  const row = `${test.name.padEnd(34)}${value.toFixed(test.decimals).padStart(8)}  ${flag.padEnd(4)}  ${test.unit.padEnd(15)}  ${range}`;
  return { line: row, flag };
}

/** The report of an imaging or heart study. */
export function writeStudyReport(input: NoteInput, key: string, why: string): WrittenNote {
  const { patient, encounter, random } = input;
  const { name, isCardiac, technique } = studyOf(key);
  const { findings, impression } = chooseReport(input, key);
  const reader = random.pick(readers[patient.client]);
  const read = notAfter(minutesAfter(encounter.date, random.int(40, 900)), patient.clock.now);
  const values = {
    studyType: isCardiac ? 'Cardiology Report' : 'Radiology Report',
    department: isCardiac ? 'Cardiac Diagnostics' : 'Department of Diagnostic Imaging',
    study: name,
    STUDY: name.toUpperCase(),
    why,
    technique,
    findings,
    impression,
    reader,
    read: writeMoment(patient.clock, read),
  };
  return writeNote('studyReport', input, values, { date: read, author: reader });
}

function chooseReport({ patient, encounter, random }: NoteInput, key: string) {
  const { reports } = studyOf(key);
  const { occasion } = encounter;
  const ofEpisode = occasion.kind === 'stay' ? occasion.episode.reports?.[key] : undefined;
  const fitting = ofEpisode ?? gravest(patient, key);
  return (fitting === null ? undefined : reports[fitting]) ?? random.pick(reports);
}

function gravest(patient: DemoPatient, key: string): number | null {
  const wanted = patient.conditions.flatMap((condition) => conditionOf(condition).reports?.[key] ?? []);
  return wanted.length === 0 ? null : Math.max(...wanted);
}

/** A child's vaccines with the dates given. */
export function writeImmunizationRecord(input: NoteInput): WrittenNote {
  const { patient, random } = input;
  const { clock, primaryCare } = patient;
  const given = vaccines
    .map(({ vaccine, days }) => ({ vaccine, daysAgo: patient.ageInDays - days - (days === 0 ? 0 : random.int(0, 12)) }))
    .filter(({ daysAgo }) => daysAgo > 0)
    .map(({ vaccine, daysAgo }) => {
      return `${writeDay(clock.day(-daysAgo))}   ${vaccine.padEnd(34)} lot ${lotNumber(random)}`;
    });
  const values = {
    practice: primaryCare.practice.name.toUpperCase(),
    given: { lines: given.length === 0 ? 'None yet.' : given.join('\n') },
  };
  return writeNote('immunizationRecord', input, values, { author: primaryCare.signature });
}

function lotNumber(random: NoteInput['random']): string {
  return `${random.pick(['U', 'K', 'N', 'W'])}${random.int(1_000, 9_999)}${random.pick(['AA', 'BA', 'CC'])}`;
}
