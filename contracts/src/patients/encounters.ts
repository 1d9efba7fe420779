import { z } from 'zod';
import { signedIn } from '../access.ts';
import { actions } from '../can.ts';
import { encounterType } from '../codes.ts';
import { codesOf, encounterProviderRole } from '../codes/patients.ts';
import { get, post } from '../endpoint.ts';
import { facilityNameLimit, id, optionalText, queryId, timestamp, timeZone, version } from '../fields.ts';
import { atMost } from '../fields/checked.ts';
import { dateTexts, dayHere, earliestDay, type DayLimits } from '../fields/dates.ts';
import { fieldsOnFile } from '../fields/onFile.ts';
import { encounter } from '../patients.ts';
import { taskSummary } from '../tasks.ts';

// Encounter details, editing an encounter, and a client's visible encounter fields.

export const encounterTexts = {
  dateRequired: 'Encounter date is required',
  typeRequired: 'Encounter type is required',
  dischargeBeforeStart: 'The discharge cannot be before the encounter began.',
  inFuture: 'The encounter cannot begin in the future.',
  dischargeInFuture: 'The discharge cannot be in the future.',
  tooOld: dateTexts.invalid,
  esi: 'ESI level is a number from 1 (most urgent) to 5',
  changed: 'This encounter has changed since you opened it.',
  notFound: 'This encounter no longer exists.',
  tooLong: (field: string, max: number) => `${field} cannot exceed ${max} characters`,
} as const;

export const encounterLimits = {
  admitReason: 500,
  encounterDetail: 2000,
  accountNumber: 50,
  mrn: 50,
  roomNumber: 20,
  facilityName: facilityNameLimit,
  dischargeDisposition: 100,
  /** Maximum characters of the admit reason in compact rows. */
  shortAdmitReason: 60,
} as const;

/** The admit reason shortened for compact rows. */
export function shortAdmitReason(reason: string | null): string | null {
  const characters = Array.from(reason ?? '');
  if (characters.length <= encounterLimits.shortAdmitReason) return reason;
  return `${characters.slice(0, encounterLimits.shortAdmitReason).join('').trimEnd()}…`;
}

/** Where the patient came from or went. */
const transfer = z.object({
  encounterType: encounter.shape.encounterType.nullable(),
  facilityName: z.string().nullable(),
});
export type Transfer = z.infer<typeof transfer>;

/** Encounter details. Fields hidden by the patient's client are null. */
export const encounterDetail = encounter.omit({ providers: true }).extend({
  patientId: id,
  encounterTypeCode: z.number(),
  mrn: z.string().nullable(),
  roomNumber: z.string().nullable(),
  /** Emergency Severity Index, 1 being the most urgent. */
  esiLevel: z.number().int().nullable(),
  clientName: z.string().nullable(),
  encounterDetail: z.string().nullable(),
  transferredFrom: transfer.nullable(),
  transferredTo: transfer.nullable(),
  providers: z.array(
    z.object({
      healthcareProviderId: id,
      name: z.string(),
      role: z.enum(Object.keys(encounterProviderRole.table) as [keyof typeof encounterProviderRole.table]),
      roleCode: z.number(),
    }),
  ),
  /** Open tasks first, by due date. */
  tasks: z.array(taskSummary),
  version,
  can: actions(['edit']),
});
export type EncounterDetail = z.infer<typeof encounterDetail>;

export const getEncounter = get('/patients/encounter', {
  summary: "Returns an encounter; fields hidden by the patient's client are null.",
  auditText: 'An encounter',
  access: signedIn,
  input: z.object({ patientId: queryId, patientEncounterId: queryId }),
  output: encounterDetail,
});

const text = (name: string, max: number) => optionalText(max, encounterTexts.tooLong(name, max));
const short = (name: string, max: number) => atMost(max, encounterTexts.tooLong(name, max));

/** Texts that may be kept as they are on file. */
export const encounterRules = {
  admitReason: short('Reason', encounterLimits.admitReason),
  encounterDetail: short('Detail', encounterLimits.encounterDetail),
  accountNumber: short('Account number', encounterLimits.accountNumber),
  mrn: short('MRN', encounterLimits.mrn),
  roomNumber: short('Room', encounterLimits.roomNumber),
  dischargeDisposition: short('Discharge disposition', encounterLimits.dischargeDisposition),
};
const typeCode = z.union(codesOf(encounterType).map((code) => z.literal(code)));

/** Encounter fields with their limits, without the rules of `encounterDateProblems` and `encounterRules`. */
export const encounterFields = z.object({
  encounterTypeCode: typeCode,
  encounterDate: timestamp,
  dischargeDate: timestamp.nullish().transform((value) => value ?? null),
  ...fieldsOnFile(encounterRules),
  facilityName: text('Facility', encounterLimits.facilityName),
  esiLevel: z
    .number(encounterTexts.esi)
    .int(encounterTexts.esi)
    .min(1, encounterTexts.esi)
    .max(5, encounterTexts.esi)
    .nullish()
    .transform((value) => value ?? null),
  transferredFromTypeCode: typeCode.nullish().transform((value) => value ?? null),
  transferredFromFacilityName: text('Facility', encounterLimits.facilityName),
  transferredToTypeCode: typeCode.nullish().transform((value) => value ?? null),
  transferredToFacilityName: text('Facility', encounterLimits.facilityName),
});

/** An admission may be planned for tomorrow. */
export const latestEncounter = () => Date.now() + 86_400_000;

/** Days on which an encounter can begin. */
export const encounterDays = (): DayLimits => ({ minDate: earliestDay, maxDate: dayHere(new Date(latestEncounter())) });

type Dates = { encounterDate: string; dischargeDate: string | null };
const isOrdered = ({ encounterDate, dischargeDate }: Dates) =>
  !(Date.parse(dischargeDate ?? '') < Date.parse(encounterDate));
const orderRule = { path: ['dischargeDate'], message: encounterTexts.dischargeBeforeStart };

/**
 * Errors of dates that an encounter cannot have; a date that is still empty has none.
 * @param kept dates on file: those of an import, such as a planned discharge, may stay as they are
 */
export function encounterDateProblems(dates: Dates, kept?: Dates): { [Field in keyof Dates]?: string } {
  const [start, discharge] = [Date.parse(dates.encounterDate), Date.parse(dates.dischargeDate ?? '')];
  const isStartKept = start === Date.parse(kept?.encounterDate ?? '');
  const isDischargeKept = discharge === Date.parse(kept?.dischargeDate ?? '');
  return {
    ...(!isStartKept && start < Date.parse(earliestDay) && { encounterDate: encounterTexts.tooOld }),
    ...(!isStartKept && start > latestEncounter() && { encounterDate: encounterTexts.inFuture }),
    ...(!isDischargeKept && discharge > Date.now() && { dischargeDate: encounterTexts.dischargeInFuture }),
    ...(!isOrdered(dates) && { dischargeDate: encounterTexts.dischargeBeforeStart }),
  };
}

export const saveEncounter = post('/patients/save-encounter', {
  summary: "Adds or changes an encounter. Fields hidden by the patient's client do not change.",
  access: signedIn,
  authorization: 'policy',
  makesStale: ['PatientChangedEvent'],
  input: encounterFields
    // `version`: required to change one; saving without it is refused as stale.
    .extend({
      patientId: id,
      patientEncounterId: id.nullish(),
      version: version.optional(),
      /** In which the dates of a new encounter are typed; that of a known one stays. */
      timeZone: timeZone.optional(),
    })
    .refine(isOrdered, orderRule),
  output: z.object({ patientEncounterId: id, version }),
});

export const encounterConfiguration = z.object({
  showsMrn: z.boolean(),
  showsRoomNumber: z.boolean(),
  showsEsiLevel: z.boolean(),
  showsTransfers: z.boolean(),
  showsClientName: z.boolean(),
});
export type EncounterConfiguration = z.infer<typeof encounterConfiguration>;

export const getEncounterConfiguration = get('/patients/encounter-client-configuration', {
  summary: "Returns which encounter fields the patient's client shows.",
  auditText: 'Settings of encounters',
  access: signedIn,
  audit: 'none',
  input: z.object({ patientId: queryId }),
  output: encounterConfiguration,
});
