import type { DemoPatient } from '../patients.ts';
import type { NoteInput, WrittenNote } from './note.ts';
import type { StudyKey } from './studies.ts';

import { minutesAfter } from '../clock.ts';
import { conditionOf } from '../conditions/conditions.ts';
import { studyOf } from './studies.ts';
import { describeAge, numbered, page, patientLines, section, wrap, writeMoment } from './text.ts';

const readers = {
  bayColony: ['Philip Marchetti, MD', 'Sunita Rao, MD', 'Georgia Lindholm, MD'],
  prairieRidge: ['Wade Thompson, MD', 'Elise Vandermeer, MD'],
} as const;

/** The report of an imaging or heart study. */
export function writeStudyReport(input: NoteInput, key: StudyKey, why: string): WrittenNote {
  const { patient, encounter, random } = input;
  const study = studyOf(key);
  const report = chooseReport(input, key);
  const reader = random.pick(readers[patient.client]);
  const read = minutesAfter(encounter.date, random.int(40, 900));
  const moment = read > patient.clock.now ? patient.clock.now : read;
  const department = study.isCardiac === true ? 'Cardiac Diagnostics' : 'Department of Diagnostic Imaging';
  return {
    type: study.isCardiac === true ? 'Cardiology Report' : 'Radiology Report',
    name: study.name,
    date: moment,
    author: reader,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${department}    ${encounter.facility.address}\n`,
      `${study.name.toUpperCase()}\n`,
      patientLines(patient),
      `Performed: ${writeMoment(patient.clock, encounter.date)}    Ordered by: ${encounter.provider.signature}\n`,
      section('CLINICAL INFORMATION', wrap(`${describeAge(patient, encounter.date)}, ${why}.`)),
      section('TECHNIQUE', wrap(study.technique)),
      section('COMPARISON', random.pick(comparisons)),
      section('FINDINGS', report.findings.map((line) => wrap(line)).join('\n')),
      section('IMPRESSION', numbered(report.impression)),
      `Dictated and electronically signed by ${reader} on ${writeMoment(patient.clock, moment)}`,
    ),
  };
}

const comparisons = ['None available.', 'Prior study of last year, report only.', 'No earlier study at this facility.'];

function chooseReport({ patient, encounter, random }: NoteInput, key: StudyKey) {
  const { reports } = studyOf(key);
  const { occasion } = encounter;
  const ofEpisode = occasion.kind === 'stay' ? occasion.episode.reports?.[key] : undefined;
  const fitting = ofEpisode ?? gravest(patient, key);
  return (fitting === null ? undefined : reports[fitting]) ?? random.pick(reports);
}

function gravest(patient: DemoPatient, key: StudyKey): number | null {
  const wanted = patient.conditions.flatMap((condition) => conditionOf(condition).reports?.[key] ?? []);
  return wanted.length === 0 ? null : Math.max(...wanted);
}
