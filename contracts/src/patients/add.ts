import { z } from 'zod';
import { signedIn } from '../access.ts';
import { genderLabels } from '../codes.ts';
import { languageOfCode } from '../codes/languages.ts';
import { post } from '../endpoint.ts';
import { id, isKeepable, optionalName, optionalText, requiredName, requiredText } from '../fields.ts';
import { addressFields, addressTexts, reportAddressProblems } from '../fields/address.ts';
import { optional } from '../fields/checked.ts';
import { emailProblem } from '../fields/contact.ts';
import { begunDay, dateTexts, todayAnywhere } from '../fields/dates.ts';
import { ssnProblem } from '../fields/identifiers.ts';
import { mobileNumber, phoneNumber } from '../fields/phone.ts';
import { foundPatient } from './find.ts';
import { countPatients } from './lists.ts';
import { listPatients } from '../patients.ts';

export const addPatientLimits = { name: 50, suffix: 10, mrn: 50, statement: 500 } as const;

/** Maximum plausible age in years; an earlier birth date is a typo. */
const mostYears = 130;

export const addPatientTexts = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  birthDate: 'Date of birth is required',
  gender: 'Gender is required',
  mrn: 'MRN is required',
  client: 'Client is required',
  unkeepable: 'This contains characters that cannot be saved.',
  mrnTaken: 'Another patient of this client has this MRN.',
  language: 'This language is not in the list.',
  notOfClient: 'You cannot add patients to this client.',
  mayNotAdd: 'You do not have permission to add patients to this client.',
  statement: 'Please say why this is another person',
  statementTooLong: 'The reason cannot exceed 500 characters',
  unseen: 'We found patients who may be the same person. Compare them before you save.',
  added: 'Patient was successfully added.',
} as const;

const name = (label: string, missing: string) =>
  requiredName(addPatientLimits.name, missing, addressTexts.tooLong(label, addPatientLimits.name)).refine(
    isKeepable,
    addPatientTexts.unkeepable,
  );
const short = (label: string, max: number) => optionalName(max, addressTexts.tooLong(label, max));

const genders = Object.keys(genderLabels) as [keyof typeof genderLabels, ...(keyof typeof genderLabels)[]];
const place = addressFields.pick({ address1: true, address2: true, city: true, state: true, zipcode: true });

/** Form for adding a patient manually. `today` is the latest valid birth date. */
export function patientForm(today: () => string) {
  return place
    .extend({
      clientId: z.number(addPatientTexts.client).int().positive(addPatientTexts.client),
      firstName: name('First name', addPatientTexts.firstName),
      middleName: short('Middle name', addPatientLimits.name),
      lastName: name('Last name', addPatientTexts.lastName),
      nameSuffix: short('Suffix', addPatientLimits.suffix),
      dateOfBirth: begunDay(today, addPatientTexts.birthDate).refine(
        (day) => day === '' || Number(day.slice(0, 4)) >= new Date().getFullYear() - mostYears,
        dateTexts.invalid,
      ),
      gender: z.enum(genders, addPatientTexts.gender),
      mrn: requiredText(
        addPatientLimits.mrn,
        addPatientTexts.mrn,
        addressTexts.tooLong('MRN', addPatientLimits.mrn),
      ).refine(isKeepable, addPatientTexts.unkeepable),
      ssn: optional(ssnProblem),
      cellPhone: mobileNumber,
      homePhone: phoneNumber,
      email: optional(emailProblem),
      languageCode: z
        .number()
        .int()
        .nullish()
        .refine(
          (code) => code === null || code === undefined || languageOfCode(code) !== undefined,
          addPatientTexts.language,
        ),
    })
    .superRefine((values, context) => {
      const { address1, address2, city, state, zipcode } = values;
      reportAddressProblems({ address1, address2, city, state, zipcode }, context, { isRequired: false });
    });
}

const newPatient = patientForm(todayAnywhere);

/** How an existing patient matches the one to be added. */
export const candidateMatches = [
  'mrn',
  'ssn',
  'name',
  'similarName',
  'birthDate',
  'similarBirthDate',
  'phone',
] as const;
export type CandidateMatch = (typeof candidateMatches)[number];

/** An existing patient who may be the one to be added. */
export const candidate = foundPatient.extend({
  matches: z.array(z.enum(candidateMatches)),
  /** Whether it is the same person by the import's rules, or somebody with the same identifier. */
  isStrong: z.boolean(),
});
export type PatientCandidate = z.infer<typeof candidate>;

export const findCandidates = post('/patients/add/candidates', {
  summary: 'Finds existing patients of a client who may be the person about to be added.',
  auditText: 'Search for existing records before adding a patient',
  access: signedIn,
  answersBeyondAccess: true,
  audit: 'search',
  authorization: 'policy',
  makesStale: [],
  input: newPatient,
  output: z.object({ candidates: z.array(candidate) }),
});

export const statementForm = z.object({
  statement: requiredText(
    addPatientLimits.statement,
    addPatientTexts.statement,
    addPatientTexts.statementTooLong,
  ).refine(isKeepable, addPatientTexts.unkeepable),
});

export const addPatient = post('/patients/add', {
  summary: "Adds a patient to a client; the user joins the patient's care team.",
  access: signedIn,
  answersBeyondAccess: true,
  authorization: 'policy',
  makesStale: [listPatients, countPatients],
  input: newPatient.safeExtend({
    /** The candidates that were shown. */
    seenPatientIds: z.array(id).max(50).default([]),
    /** Why the person is not one of them. */
    statement: optionalText(addPatientLimits.statement, addPatientTexts.statementTooLong),
    onBehalfOfUserId: id.nullish(),
  }),
  output: z.object({ patientId: id }),
});
