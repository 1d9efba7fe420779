import { z } from 'zod';

import { codeableConcept, pastPeriod, period, reference, snomed, wordsOf } from '../datatypes.ts';
import { fhirDate, pastDate } from '../dates.ts';
import { Rejection } from '../draft.ts';
import { leavePart, readParts } from '../readParts.ts';
import { subjectOf } from '../subject.ts';
import { code, list, text } from '../text.ts';
import { ageText } from './allergy.ts';
import { reasonNames } from './medication.ts';
import { columnsIn } from './draft.ts';
import { codedOf, dayAndPrecision, decimal, longConcept, namesOf, noteOf, ofPatient, wordsOfAll } from './values.ts';

import type { SourceResource } from '../source.ts';
import type { Naming } from '../../shared/references.ts';
import type { ClinicalDraft } from './draft.ts';

const procedure = z.object({
  ...ofPatient,
  status: code([
    'preparation',
    'in-progress',
    'not-done',
    'on-hold',
    'stopped',
    'completed',
    'entered-in-error',
    'unknown',
  ]),
  statusReason: codeableConcept.nullish(),
  code: longConcept.nullish(),
  performedDateTime: pastDate,
  performedPeriod: pastPeriod.nullish(),
  performedString: text(),
  performedAge: z.object({ value: decimal, unit: text(50) }).nullish(),
  asserter: reference.nullish(),
  performer: list(z.object({ actor: reference.nullish() })),
  location: reference.nullish(),
  reasonCode: list(codeableConcept),
  reasonReference: list(reference),
  bodySite: list(codeableConcept),
  outcome: codeableConcept.nullish(),
});

/** It may lie ahead. */
const plannedProcedure = procedure.extend({ performedDateTime: fhirDate, performedPeriod: period.nullish() });

const statuses: Partial<Record<string, string>> = {
  preparation: 'planned',
  'in-progress': 'in_progress',
  'not-done': 'not_done',
  'on-hold': 'on_hold',
  stopped: 'stopped',
  completed: 'completed',
};

const systems = [snomed, 'http://www.ama-assn.org/go/cpt'];

export function mapProcedure(source: SourceResource, naming: Naming): ClinicalDraft {
  const value = readParts(source.json['status'] === 'preparation' ? plannedProcedure : procedure, source);
  const remarks: string[] = [];
  const coded = codedOf(value.code, systems, { source, remarks });
  if (coded === null) throw new Rejection('has no code');
  const [startedOn, startedPrecision] = dayAndPrecision(value.performedDateTime ?? value.performedPeriod?.start);
  const [endedOn, endedPrecision] = dayAndPrecision(value.performedPeriod?.end);
  const people = namesOf([...value.performer.map(({ actor }) => actor), value.asserter], naming);
  // Without a performer, the place is the organization that states it.
  if (people.length > 0) leavePart(source, 'location', value.location ? 1 : 0);
  else if (value.location?.display) people.push(value.location.display);
  return {
    source,
    table: 'patient_procedure',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: naming.refOf(value.encounter, 'Encounter'),
    columns: columnsIn('patient_procedure', {
      ...coded,
      status: statuses[value.status ?? ''] ?? 'unknown',
      is_entered_in_error: value.status === 'entered-in-error',
      status_reason: wordsOf(value.statusReason),
      started_on: startedOn,
      started_precision: startedPrecision,
      ended_on: endedOn,
      ended_precision: endedPrecision,
      performed_text: value.performedString ?? ageText(value.performedAge),
      reason: wordsOfAll(value.reasonCode),
      outcome: wordsOf(value.outcome),
      body_site: wordsOfAll(value.bodySite),
      note: noteOf(value.note, remarks),
    }),
    named: [{ column: 'stated_by', names: people }, ...reasonNames(value.reasonCode, value.reasonReference, naming)],
    parts: [],
    members: [],
  };
}
