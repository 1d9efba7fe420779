import type { NoteInput, WrittenNote } from './note.ts';
import type { StudyKey } from './studies.ts';

import { minutesAfter } from '../clock.ts';
import { studyOf } from './studies.ts';
import { describeAge, numbered, page, patientLines, section, wrap, writeMoment } from './text.ts';

const readers = {
  bayColony: ['Philip Marchetti, MD', 'Sunita Rao, MD', 'Georgia Lindholm, MD'],
  prairieRidge: ['Wade Thompson, MD', 'Elise Vandermeer, MD'],
} as const;

/** The report of an imaging or heart study. */
export function writeStudyReport({ patient, encounter, random }: NoteInput, key: StudyKey, why: string): WrittenNote {
  const study = studyOf(key);
  const report = random.pick(study.reports);
  const reader = random.pick(readers[patient.client]);
  const read = minutesAfter(encounter.date, random.int(40, 900));
  const moment = read > patient.clock.now ? patient.clock.now : read;
  return {
    type: 'Radiology Report',
    name: study.name,
    date: moment,
    author: reader,
    text: page(
      `${encounter.facility.name.toUpperCase()}\nDepartment of Diagnostic Imaging    ${encounter.facility.address}\n`,
      `${study.name.toUpperCase()}\n`,
      patientLines(patient),
      `Performed: ${writeMoment(patient.clock, encounter.date)}    Ordered by: ${patient.primaryCare.signature}\n`,
      section('CLINICAL INFORMATION', wrap(`${describeAge(patient, encounter.date)}, ${why}.`)),
      section('TECHNIQUE', wrap(study.technique)),
      section(
        'COMPARISON',
        random.pick([
          'None available.',
          'Prior study of last year, report only.',
          'No earlier study at this facility.',
        ]),
      ),
      section('FINDINGS', report.findings.map((line) => wrap(line)).join('\n')),
      section('IMPRESSION', numbered(report.impression)),
      `Dictated and electronically signed by ${reader} on ${writeMoment(patient.clock, moment)}`,
    ),
  };
}
