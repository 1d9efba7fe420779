import { z } from 'zod';

import { codeableConcept, reference, wordsOf } from '../datatypes.ts';
import { pastDate } from '../dates.ts';
import { leavePart, readParts } from '../readParts.ts';
import { subjectOf } from '../subject.ts';
import { code, list, text } from '../text.ts';
import { Rejection } from '../draft.ts';
import { columnsIn } from './draft.ts';
import {
  codedOf,
  cvx,
  dayAndPrecision,
  decimal,
  longConcept,
  namesOf,
  noteOf,
  ofPatient,
  quantity,
  quantityText,
} from './values.ts';

import type { SourceResource } from '../source.ts';
import type { Naming } from '../../shared/references.ts';
import type { ClinicalDraft } from './draft.ts';

const immunization = z.object({
  ...ofPatient,
  status: code(['completed', 'entered-in-error', 'not-done']),
  statusReason: codeableConcept.nullish(),
  vaccineCode: longConcept.nullish(),
  occurrenceDateTime: pastDate,
  occurrenceString: text(),
  recorded: pastDate,
  primarySource: z.boolean('is not true or false').nullish(),
  reportOrigin: codeableConcept.nullish(),
  location: reference.nullish(),
  manufacturer: reference.nullish(),
  lotNumber: text(255),
  site: codeableConcept.nullish(),
  route: codeableConcept.nullish(),
  doseQuantity: quantity.nullish(),
  isSubpotent: z.boolean('is not true or false').nullish(),
  performer: list(z.object({ actor: reference.nullish() })),
  protocolApplied: list(
    z.object({
      series: text(255),
      doseNumberPositiveInt: decimal,
      doseNumberString: text(255),
      seriesDosesPositiveInt: decimal,
      seriesDosesString: text(255),
    }),
  ),
});

export function mapImmunization(source: SourceResource, naming: Naming): ClinicalDraft {
  const value = readParts(immunization, source);
  const remarks: string[] = [];
  const coded = codedOf(value.vaccineCode, [cvx], { source, remarks });
  if (coded === null) throw new Rejection('has no vaccine');
  const [day, precision] = dayAndPrecision(value.occurrenceDateTime);
  const performers = namesOf(
    value.performer.map(({ actor }) => actor),
    naming,
  );
  const origin = wordsOf(value.reportOrigin);
  // Without a performer, the place is the organization that states it.
  if (performers.length > 0) leavePart(source, 'location', value.location ? 1 : 0);
  else if (value.location?.display) performers.push(value.location.display);
  return {
    source,
    table: 'patient_immunization',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.patient ?? value.subject, 'Patient')),
    encounter: naming.refOf(value.encounter, 'Encounter'),
    columns: columnsIn('patient_immunization', {
      ...coded,
      status: value.status === 'completed' ? 'completed' : value.status === 'not-done' ? 'not_done' : 'unknown',
      is_entered_in_error: value.status === 'entered-in-error',
      status_reason: wordsOf(value.statusReason),
      occurred_on: day,
      occurred_precision: precision,
      occurred_text: value.occurrenceString,
      lot_number: value.lotNumber,
      manufacturer: value.manufacturer?.display ?? null,
      dose: doseText(value),
      body_site: wordsOf(value.site),
      route: wordsOf(value.route),
      note: noteOf(value.note, remarks, {
        others: [
          value.isSubpotent === true ? 'Subpotent dose' : null,
          origin === null ? null : `Reported by: ${origin}`,
        ],
      }),
    }),
    named: [{ column: 'stated_by', names: performers }],
    parts: [],
    members: [],
  };
}

/** 0.5 mL, dose 2 of 3. */
function doseText({ doseQuantity, protocolApplied }: z.infer<typeof immunization>): string | null {
  const numbers = protocolApplied.map((item) => {
    const number = item.doseNumberPositiveInt ?? item.doseNumberString;
    const all = item.seriesDosesPositiveInt ?? item.seriesDosesString;
    const said = number === null ? null : `dose ${number}${all === null ? '' : ` of ${all}`}`;
    return [item.series, said].filter((part) => part !== null).join(' ');
  });
  return [quantityText(doseQuantity), ...numbers].filter((item) => item !== null && item !== '').join(', ') || null;
}
