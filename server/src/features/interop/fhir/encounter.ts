import { z } from 'zod';

import { codeableConcept, coding, hasCode, identifier, isReference, period, reference, wordsOf } from './datatypes.ts';
import { hasDay, isFuture, millisecondsOf, momentOf } from './dates.ts';
import { countOthers, firstStated, leavePart, readParts } from './readParts.ts';
import { subjectOf } from './subject.ts';
import { code, list } from './text.ts';
import { timeZoneOf } from './zones.ts';

import type { CodeableConcept } from './datatypes.ts';
import type { ColumnsOf, Draft } from './draft.ts';
import type { Naming, Ref } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

const encounter = z.object({
  identifier: list(identifier),
  status: code([
    'planned',
    'arrived',
    'triaged',
    'in-progress',
    'onleave',
    'finished',
    'cancelled',
    'entered-in-error',
    'unknown',
  ]),
  class: coding.nullish(),
  type: list(codeableConcept),
  subject: reference.nullish(),
  participant: list(z.object({ type: list(codeableConcept), individual: reference.nullish() })),
  period: period.nullish(),
  reasonCode: list(codeableConcept),
  hospitalization: z.object({ dischargeDisposition: codeableConcept.nullish() }).nullish(),
  location: list(z.object({ location: reference.nullish() })),
  serviceProvider: reference.nullish(),
});
type EncounterResource = z.infer<typeof encounter>;

export type ProviderRole =
  | 'primary_care'
  | 'admitting'
  | 'operating'
  | 'attending'
  | 'referring'
  | 'consulting'
  | 'emergency'
  | 'other';

export interface EncounterDraft extends Draft {
  patient: Ref;
  /** Columns of patient_encounter; a record without a start updates a known encounter. */
  columns: ColumnsOf<
    'patient_encounter',
    | 'account_number'
    | 'encounter_type'
    | 'encounter_date'
    | 'discharge_date'
    | 'admit_reason'
    | 'discharge_disposition'
    | 'facility_name',
    'encounter_date'
  >;
  locations: Ref[];
  providers: { provider: Ref; role: ProviderRole }[];
  /** Canceled or entered in error: not imported, and deleted if imported before. */
  isVoid: boolean;
  /** The patient is said to be still there. */
  isInProgress: boolean;
}

export function mapEncounter(source: SourceResource, naming: Naming): EncounterDraft {
  const value = readParts(encounter, source);
  const patient = subjectOf(naming.refOf(value.subject, 'Patient'));
  const remarks: string[] = [];
  countOthers(source, {
    type: value.type.length - 1,
    reasonCode: value.reasonCode.length - 1,
    location: value.location.length - 1,
  });
  // The reason stands in the place of the type.
  if (value.reasonCode.length > 0 && wordsOf(value.type[0]) !== null) leavePart(source, 'type');
  leavePart(source, 'participant', value.participant.filter(isNameOnly).length);
  const locations = value.location
    .map((item) => naming.refOf(item.location, 'Location'))
    .filter((item) => item !== null);
  return {
    source,
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient,
    locations,
    providers: providersOf(value, naming),
    isInProgress: value.status === 'in-progress' && !value.period?.end,
    isVoid: value.status === 'cancelled' || value.status === 'entered-in-error',
    columns: {
      account_number: accountNumberOf(value),
      encounter_type: typeOf(value),
      ...datesOf(value, remarks),
      admit_reason: reasonOf(value),
      discharge_disposition: wordsOf(value.hospitalization?.dischargeDisposition),
      facility_name: firstStated(source, {
        location: value.location[0]?.location?.display,
        serviceProvider: value.serviceProvider?.display,
      }),
    },
  };
}

function datesOf(value: EncounterResource, remarks: string[]) {
  const { start, end } = value.period ?? { start: null, end: null };
  if (start !== null ? !hasDay(start) : end !== null && !hasDay(end))
    remarks.push('date taken as the first day of its month or year');
  // An encounter has to have a date, and one that is planned lies ahead, as its discharge may.
  const hasBegun = begun.has(value.status ?? '');
  for (const [part, date] of Object.entries({
    start: hasBegun ? start : null,
    end: value.status === 'finished' ? end : null,
  }))
    if (date !== null && isFuture(date)) remarks.push(`kept although it is in the future: period.${part}`);
  return {
    encounter_date: start === null ? null : momentOf(start),
    discharge_date: end === null ? null : dischargeOf(start, end),
    time_zone:
      start !== null
        ? timeZoneOf(start, value.period?.['_start'])
        : end === null
          ? null
          : timeZoneOf(end, value.period?.['_end']),
  };
}

/** Statuses of an encounter that has begun. */
const begun = new Set(['arrived', 'triaged', 'in-progress', 'onleave', 'finished']);

/** Not before the start: a day, month or year alone is taken as a moment of it. */
function dischargeOf(start: string | null, end: string): string {
  return start === null || millisecondsOf(end) >= millisecondsOf(start) ? momentOf(end) : momentOf(start);
}

/** Lists of encounters show no status: a stay that is planned is a pre-admission, and the reason of a visit says so. */
function reasonOf(value: EncounterResource): string | null {
  const reason = wordsOf(value.reasonCode[0]) ?? wordsOf(value.type[0]);
  if (value.status !== 'planned' || typeOf(value) === 'pre_admission') return reason;
  return reason === null ? 'Planned' : `Planned: ${reason}`;
}

// v3-ActCode (R4, Encounter.class)
const typeOfClass: Partial<Record<string, string>> = {
  AMB: 'outpatient',
  VR: 'outpatient',
  IMP: 'inpatient',
  ACUTE: 'inpatient',
  NONAC: 'inpatient',
  EMER: 'emergency',
  OBSENC: 'observation',
  SS: 'observation',
  PRENC: 'pre_admission',
  HH: 'post_acute',
  FLD: 'ambulance',
};

const stays = new Set(['inpatient', 'emergency', 'observation']);

function typeOf(value: EncounterResource): string {
  const byClass = typeOfClass[value.class?.code ?? ''] ?? 'unknown';
  if (value.status === 'planned' && stays.has(byClass)) return 'pre_admission';
  const words = value.type.map(wordsOf).join(' ').toLowerCase();
  if (byClass === 'outpatient' && words.includes('urgent care')) return 'urgent_care';
  if (byClass === 'outpatient' && words.includes('office visit')) return 'office_visit';
  return byClass;
}

/** Account or visit number (v2-0203). */
function accountNumberOf(value: EncounterResource): string | null {
  return value.identifier.find((item) => item.value !== null && hasCode(item.type, 'AN', 'VN'))?.value ?? null;
}

// v3-ParticipationType and v3-ParticipationFunction
const roleOfCode: [string, ProviderRole][] = [
  ['PCP', 'primary_care'],
  ['ADM', 'admitting'],
  ['ADMPHYS', 'admitting'],
  ['SPRF', 'other'],
  ['PRISURG', 'operating'],
  ['ATND', 'attending'],
  ['ATTPHYS', 'attending'],
  ['REF', 'referring'],
  ['REFB', 'referring'],
  ['CON', 'consulting'],
];

/** Whether a participant is stated by a name that leads to no record. */
const isNameOnly = ({ individual }: EncounterResource['participant'][number]): boolean =>
  isReference(individual) && individual.reference === null && !individual.identifier?.value;

function providersOf(value: EncounterResource, naming: Naming) {
  return value.participant.flatMap(({ type, individual }) => {
    const provider = naming.refOf(individual, 'Practitioner', 'PractitionerRole');
    // Relatives can be participants too.
    if (provider === null || provider.shown.startsWith('RelatedPerson/')) return [];
    return [{ provider, role: roleOf(type, value.class?.code ?? null) }];
  });
}

function roleOf(types: readonly CodeableConcept[], classCode: string | null): ProviderRole {
  const named = roleOfCode.find(([name]) => types.some((type) => hasCode(type, name)));
  if (named !== undefined) return named[1];
  if (!types.some((type) => hasCode(type, 'PPRF'))) return 'other';
  return classCode === 'EMER' ? 'emergency' : 'attending';
}
