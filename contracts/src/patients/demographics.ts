import { z } from 'zod';
import { signedIn } from '../access.ts';
import { codesOf, gender, maritalStatus, patientRelationship } from '../codes/patients.ts';
import { actions } from '../can.ts';
import { get, post } from '../endpoint.ts';
import { id, optionalName, queryId, requiredName, version } from '../fields.ts';
import { addressOnFile, reportAddressProblems, type AddressLines } from '../fields/address.ts';
import { atMost } from '../fields/checked.ts';
import { emailProblem } from '../fields/contact.ts';
import { dayLimits, isWithin, optionalDay, todayAnywhere, todayHere } from '../fields/dates.ts';
import { ssnProblem } from '../fields/identifiers.ts';
import { checkChanged, fieldsOnFile } from '../fields/onFile.ts';
import { mobileProblem, phoneProblem } from '../fields/phone.ts';
import { patientInfo, patientSummary } from '../patients.ts';
import { patientCoverage } from './insurance.ts';

// Complete demographics and contact data of a patient, and editing them.

export const demographyTexts = {
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  nameTooLong: 'Name cannot exceed 100 characters',
  tooLong: 'This cannot exceed 100 characters',
  birthInFuture: 'Date of birth cannot be in the future',
  birthTooOld: 'Please enter a valid date',
  deathInFuture: 'Date of death cannot be in the future',
  deathBeforeBirth: 'Date of death cannot be before the date of birth',
  changed: 'This patient has changed since you opened the form.',
  unknownLanguage: 'This language is not in the list.',
} as const;

export const guarantor = z.object({
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  relationship: z.string().nullable(),
  /** Code of the relationship; null if it has none. */
  relationshipCode: z.number().nullable(),
  dateOfBirth: z.string().nullable(),
  homePhone: z.string().nullable(),
  cellPhone: z.string().nullable(),
  email: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
  version,
});
export type Guarantor = z.infer<typeof guarantor>;

const contact = {
  homePhone: true,
  cellPhone: true,
  officePhone: true,
  alternatePhone: true,
  email: true,
  caregiverName: true,
} as const;

export const demographics = patientInfo
  .pick({
    ...contact,
    address1: true,
    address2: true,
    city: true,
    state: true,
    zipcode: true,
    nextOfKinName: true,
    nextOfKinRelationship: true,
    nextOfKinPhone: true,
    pcpName: true,
    language: true,
    clientName: true,
    version: true,
  })
  .extend({
    ...patientSummary.shape,
    genderCode: z.number(),
    /** Null if the language on file is not in the list. */
    languageCode: z.number().nullable(),
    maritalStatus: z.string().nullable(),
    maritalStatusCode: z.number().nullable(),
    /** The last four digits. */
    ssnEnding: z.string().nullable(),
    /** MRNs of other systems, or of records merged into this one; the search finds the patient by them. */
    furtherMrns: z.array(
      z.object({
        mrn: z.string(),
        /** The assigning system; null if no source stated it. */
        system: z.string().nullable(),
      }),
    ),
    guarantor: guarantor.nullable(),
    coverages: z.array(patientCoverage),
    can: actions(['edit']),
  });
export type Demographics = z.infer<typeof demographics>;

const ofPatient = z.object({ patientId: queryId });

export const getDemographics = get('/patients/demographics', {
  summary: 'Returns a patient’s demographics, contact data and coverage.',
  auditText: 'Demographics',
  access: signedIn,
  input: ofPatient,
  output: demographics,
});

export const getBaseDemography = get('/patients/base-demography', {
  summary: 'Returns name, date of birth, gender and MRN of a patient.',
  auditText: 'Demographics',
  access: signedIn,
  input: ofPatient,
  output: patientSummary.extend({ genderCode: z.number(), clientName: z.string() }),
});

export const getPatientInfoAlt = get('/patients/info-alt', {
  summary: 'Returns a patient’s caregiver and phone numbers.',
  auditText: 'Patient record',
  access: signedIn,
  input: ofPatient,
  output: patientInfo.pick({ patientId: true, firstName: true, lastName: true, ...contact }),
});

// ---------------------------------------------------------------- editing

const name = optionalName(100, demographyTexts.nameTooLong);
const words = atMost(100, demographyTexts.tooLong);

/** Texts that may be kept as they are on file. */
export const demographyRules = {
  homePhone: phoneProblem,
  cellPhone: mobileProblem,
  officePhone: phoneProblem,
  alternatePhone: phoneProblem,
  email: emailProblem,
  caregiverName: words,
  nextOfKinName: words,
  nextOfKinRelationship: words,
  nextOfKinPhone: phoneProblem,
};
export const guarantorRules = {
  relationship: words,
  homePhone: phoneProblem,
  cellPhone: mobileProblem,
  email: emailProblem,
};

const demographyFields = z.object({
  firstName: requiredName(100, demographyTexts.firstNameRequired, demographyTexts.nameTooLong),
  middleName: name,
  lastName: requiredName(100, demographyTexts.lastNameRequired, demographyTexts.nameTooLong),
  nameSuffix: name,
  dateOfBirth: optionalDay,
  genderCode: z.union(codesOf(gender).map((code) => z.literal(code))),
  isDeceased: z.boolean().default(false),
  deceasedOn: optionalDay,
  ...fieldsOnFile(demographyRules),
  ...addressOnFile,
  /**
   * Complete SSN or its last four or five digits. Left out or masked: the SSN on file does not change. Empty: it is removed.
   */
  ssn: z
    .string()
    .trim()
    .nullish()
    .superRefine((value, context) => {
      const message = value ? ssnProblem(value) : null;
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  /** Left out: the language on file does not change. */
  languageCode: z.number().int().nullish(),
  maritalStatusCode: z.union(codesOf(maritalStatus).map((code) => z.literal(code))).nullish(),
});

type Refuse = (path: string, message: string) => void;
const refusing =
  (context: z.RefinementCtx): Refuse =>
  (path, message) =>
    context.addIssue({ code: 'custom', path: [path], message });

function checkBirth({ dateOfBirth: born }: { dateOfBirth: string | null }, today: string, refuse: Refuse) {
  if (born === null || isWithin(born, dayLimits.birth(today))) return;
  refuse('dateOfBirth', born > today ? demographyTexts.birthInFuture : demographyTexts.birthTooOld);
}

/** @param today the latest valid day: that of the user in a form, and `todayAnywhere` on the server, which does not know it */
const checkDays =
  (today: () => string) =>
  (values: { dateOfBirth: string | null; deceasedOn: string | null }, context: z.RefinementCtx) => {
    const refuse = refusing(context);
    const { dateOfBirth: born, deceasedOn: died } = values;
    checkBirth(values, today(), refuse);
    if (died !== null && died > today()) refuse('deceasedOn', demographyTexts.deathInFuture);
    if (died !== null && born !== null && died < born) refuse('deceasedOn', demographyTexts.deathBeforeBirth);
  };

/** The form of a patient; `stored` is what is on file, whose address and texts may be kept as they are. */
export function demographyForm(stored: AddressLines) {
  return demographyFields
    .superRefine(...checkChanged(demographyRules, stored))
    .superRefine(checkDays(todayHere))
    .superRefine((values, context) => reportAddressProblems(values, context, { isRequired: false, stored }));
}

export const saveDemography = post('/patients/save-demography', {
  summary: 'Changes a patient’s demographics and contact data. Later imports do not overwrite the changes.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['PatientChangedEvent'],
  input: demographyFields.extend({ patientId: id, version }).superRefine(checkDays(todayAnywhere)),
  output: z.object({ version }),
});

const guarantorFields = z.object({
  firstName: requiredName(100, demographyTexts.firstNameRequired, demographyTexts.nameTooLong),
  middleName: name,
  lastName: requiredName(100, demographyTexts.lastNameRequired, demographyTexts.nameTooLong),
  /** Self 1, Spouse 2, Child 3, Stepson 171; any other as text. */
  relationshipCode: z.union(codesOf(patientRelationship).map((code) => z.literal(code))).nullish(),
  ...fieldsOnFile(guarantorRules),
  dateOfBirth: optionalDay,
  ...addressOnFile,
});

/** The form of a guarantor; `stored` is what is on file, whose address and texts may be kept as they are. */
export function guarantorForm(stored: AddressLines | null) {
  return guarantorFields.superRefine(...checkChanged(guarantorRules, stored)).superRefine((values, context) => {
    checkBirth(values, todayHere(), refusing(context));
    reportAddressProblems(values, context, { isRequired: false, stored });
  });
}

export const saveGuarantor = post('/patients/save-guarantor', {
  summary: "Adds or changes a patient's guarantor.",
  access: signedIn,
  authorization: 'policy',
  makesStale: ['PatientChangedEvent'],
  /** `version`: version of the changed guarantor; left out if the patient has none yet. */
  input: guarantorFields
    .extend({ patientId: id, version: version.optional() })
    .superRefine((values, context) => checkBirth(values, todayAnywhere(), refusing(context))),
  output: z.object({ version }),
});
