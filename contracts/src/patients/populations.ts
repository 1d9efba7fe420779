import { z } from 'zod';
import { anyOf, signedIn } from '../access.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id, optionalText, queryId, requiredTitle, version } from '../fields.ts';
import { countPatients, getPatientListOptions } from './lists.ts';
import { getPatientOverview } from './overview.ts';
import { listPatients } from '../patients.ts';

export const populationKinds = ['rule', 'list'] as const;
export const populationLimits = { name: 60, description: 300, code: 10, age: 130 } as const;

export const populationTexts = {
  nameRequired: 'Name is required',
  nameTooLong: 'Name cannot exceed 60 characters',
  nameTaken: 'Another population of this client has this name.',
  descriptionTooLong: 'Description cannot exceed 300 characters',
  code: 'Enter the beginning of an ICD-10 code, such as E11 or I50.2',
  age: 'Enter an age between 0 and 130',
  ageOrder: 'The lower age must not be above the upper one',
  ruleRequired: 'Choose a condition, an age or a facility',
  facility: 'Choose a facility of this client',
  notFound: 'This population no longer exists, or you do not have access to it.',
  changed: 'This population has changed since you opened it.',
  emergencyOnly: 'Patients cannot be added to populations with emergency access.',
  notAList: 'Patients cannot be added manually to a population that is defined by rules.',
  saved: 'Population saved',
  deleted: 'Population deleted',
} as const;

/** Permissions to manage populations (any of them). */
export const populationPermissions = ['ManageSite', 'EditCareTeam'] as const;
export const managingPopulations = anyOf(...populationPermissions);

const age = z.number(populationTexts.age).int(populationTexts.age).min(0, populationTexts.age);

/** Form of a population. */
export const populationForm = z
  .object({
    clientId: id,
    name: requiredTitle(populationLimits.name, populationTexts.nameRequired, populationTexts.nameTooLong),
    description: optionalText(populationLimits.description, populationTexts.descriptionTooLong),
    kind: z.enum(populationKinds),
    conditionCode: z
      .string()
      .trim()
      .toUpperCase()
      .nullish()
      .refine((code) => !code || /^[A-Z][0-9A-Z]{1,2}(?:\.?[0-9A-Z]{0,4})$/.test(code), populationTexts.code)
      .transform((code) => code || null),
    minAge: age.max(populationLimits.age, populationTexts.age).nullish(),
    maxAge: age.max(populationLimits.age, populationTexts.age).nullish(),
    facilityId: id.nullish(),
  })
  .superRefine(({ kind, conditionCode, minAge, maxAge, facilityId }, context) => {
    if (typeof minAge === 'number' && typeof maxAge === 'number' && minAge > maxAge) {
      context.addIssue({ code: 'custom', path: ['maxAge'], message: populationTexts.ageOrder });
    }
    const rules = [conditionCode, minAge, maxAge, facilityId];
    if (kind === 'rule' && rules.every((rule) => rule === null || rule === undefined)) {
      context.addIssue({ code: 'custom', path: ['conditionCode'], message: populationTexts.ruleRequired });
    }
  });

export const population = z.object({
  populationId: id,
  clientId: id,
  clientName: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  kind: z.enum(populationKinds),
  conditionCode: z.string().nullable(),
  minAge: z.number().int().nullable(),
  maxAge: z.number().int().nullable(),
  facilityId: id.nullable(),
  facilityName: z.string().nullable(),
  /** Number of manually selected patients that the user may see; null for a population defined by rules. */
  pickedCount: z.number().int().nullable(),
  /** Whether the given patient belongs to it; null without a patient. */
  hasPatient: z.boolean().nullable(),
  version,
});
export type Population = z.infer<typeof population>;

export const listPopulations = get('/patients/populations/list', {
  summary:
    "Lists populations of the user's clients, or of a patient's client with whether the patient belongs to them.",
  auditText: 'Populations',
  access: signedIn,
  input: z.object({ patientId: queryId.optional(), onBehalfOfUserId: queryId.optional() }),
  output: z.object({ items: z.array(population), canManage: z.boolean() }),
});

/** Reads that show populations by name, or patients by population. */
const populationReads = [listPopulations, getPatientListOptions, listPatients, countPatients, getPatientOverview];

export const savePopulation = post('/patients/populations/save', {
  summary: 'Adds or changes a population of a client.',
  access: managingPopulations,
  authorization: 'admin',
  makesStale: populationReads,
  // `version`: required to change one; saving without it is refused as stale.
  input: populationForm.safeExtend({ populationId: id.nullish(), version: version.nullish() }),
  output: z.object({ populationId: id, version }),
});

export const deletePopulation = post('/patients/populations/delete', {
  summary: 'Deletes a population; its patients are not affected.',
  access: managingPopulations,
  authorization: 'admin',
  makesStale: populationReads,
  input: z.object({ populationId: id, version }),
  output: nothing,
});

export const setPopulationPatient = post('/patients/populations/set-patient', {
  summary: 'Adds a patient to a manually selected population, or removes them.',
  access: managingPopulations,
  authorization: 'admin',
  makesStale: [listPopulations, getPatientOverview, listPatients, countPatients],
  input: z.object({ populationId: id, patientId: id, isPicked: z.boolean() }),
  output: nothing,
});
