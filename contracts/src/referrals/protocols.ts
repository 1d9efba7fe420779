import { z } from 'zod';
import { signedIn } from '../access.ts';
import { urgencies } from '../codes.ts';
import { get } from '../endpoint.ts';
import { distinct, hasVisibleText, id, queryId, requiredText, timestamp, version } from '../fields.ts';
import { answerText, givenAnswers, isUnanswered } from '../tasks/answers.ts';
import { fieldName, haveOwnNames, templateField } from '../tasks/templates.ts';

// What a client asks for when a patient is referred to a specialty (docs/domain/referrals.md#protocols).

export const protocolLimits = {
  name: 60,
  text: 1000,
  label: 250,
  questions: 30,
  documents: 15,
  types: 10,
  months: 120,
  words: 60,
  reason: 250,
  /** Documents on file that are named for each document asked for, latest first. */
  onFile: 20,
} as const;

export const protocolTexts = {
  textTooLong: `Text cannot exceed ${protocolLimits.text} characters`,
  labelRequired: 'Label is required',
  labelTooLong: `Label cannot exceed ${protocolLimits.label} characters`,
  typeRequired: 'Choose at least one type',
  months: `Months must be between 1 and ${protocolLimits.months}`,
  sameName: 'Two of them have the same name.',
  empty: 'A protocol has a text, a question, a document, an authorization code or an urgency.',
  answerRequired: (label: string) => (label.endsWith('?') ? 'An answer is required' : `${label} is required`),
  answerInvalid: (label: string) => `${label} is not valid`,
  missing: (label: string) => `Attach ${label}, or say why it is missing.`,
  authorizationMissing: 'Enter the authorization code, or say why there is none.',
  reasonTooLong: `A reason cannot exceed ${protocolLimits.reason} characters`,
  changed: (name: string) =>
    `“${name}” has changed since you opened it. Your answers are kept; check what it asks now, then send again.`,
  added: (name: string) => `This specialty now has the protocol “${name}”. Answer what it asks, then send again.`,
  ended: 'This specialty no longer has a protocol. Check the referral, then send again.',
  awaited: 'What this specialty asks for is being read. Try again in a moment.',
} as const;

export const protocolQuestion = templateField(protocolLimits.label);
export type ProtocolQuestion = z.infer<typeof protocolQuestion>;

/** A document that should come with the referral. */
export const requestedDocument = z.object({
  name: fieldName,
  label: requiredText(protocolLimits.label, protocolTexts.labelRequired, protocolTexts.labelTooLong),
  documentTypeIds: z.array(id).min(1, protocolTexts.typeRequired).max(protocolLimits.types).overwrite(distinct),
  /** Its name must contain this; any document of the types if null. */
  nameContains: z.string().trim().min(1).max(protocolLimits.words).nullable().default(null),
  /** How old it may be at most; any age if null. */
  withinMonths: z
    .number(protocolTexts.months)
    .int(protocolTexts.months)
    .min(1, protocolTexts.months)
    .max(protocolLimits.months, protocolTexts.months)
    .nullable()
    .default(null),
  /** Required ones are attached, or the sender says why they are missing. */
  isRequired: z.boolean().default(false),
});
export type RequestedDocument = z.infer<typeof requestedDocument>;

export const protocolContent = z.object({
  /** Shown to the sender. */
  text: z.string().trim().max(protocolLimits.text, protocolTexts.textTooLong).default(''),
  questions: z
    .array(protocolQuestion)
    .max(protocolLimits.questions)
    .refine(haveOwnNames, protocolTexts.sameName)
    .default([]),
  documents: z
    .array(requestedDocument)
    .max(protocolLimits.documents)
    .refine(haveOwnNames, protocolTexts.sameName)
    .default([]),
  needsAuthorizationCode: z.boolean().default(false),
  /** Suggested to the sender. */
  urgencyDays: z
    .union(urgencies.map(({ days }) => z.literal(days)))
    .nullable()
    .default(null),
});
export type ProtocolContent = z.infer<typeof protocolContent>;

/** "of the last 6 months"; empty for any age. */
export const ageText = ({ withinMonths }: Pick<RequestedDocument, 'withinMonths'>): string =>
  withinMonths === null ? '' : withinMonths === 1 ? 'of the last month' : `of the last ${withinMonths} months`;

/** "HbA1c of the last 6 months" */
export const documentText = (asked: Pick<RequestedDocument, 'label' | 'withinMonths'>): string =>
  [asked.label, ageText(asked)].filter(Boolean).join(' ');

// ---------------------------------------------------------------- for a new referral

const documentOnFile = z.object({
  patientDocumentId: id,
  documentName: z.string(),
  dateProvided: timestamp.nullable(),
});

export const askedDocument = requestedDocument.extend({
  /** What the patient's chart has of it, latest first. */
  onFile: z.array(documentOnFile),
});
export type AskedDocument = z.infer<typeof askedDocument>;

/** A protocol as it asks for a patient. */
export const askedProtocol = protocolContent.extend({
  referralProtocolId: id,
  version,
  name: z.string(),
  specialtyName: z.string(),
  documents: z.array(askedDocument),
});
export type AskedProtocol = z.infer<typeof askedProtocol>;

export const getReferralProtocol = get('/provider/referrals/protocol', {
  summary: 'Returns what the patient’s client asks for in a referral to a specialty, with what is on file.',
  auditText: 'A referral protocol, with the documents on file',
  access: signedIn,
  input: z.object({ patientId: queryId, healthcareProviderSpecialtyId: queryId }),
  output: z.object({ protocol: askedProtocol.nullable() }),
});

const reason = z.string().trim().max(protocolLimits.reason, protocolTexts.reasonTooLong);

/** What the sender of a referral answers to the protocol they saw. */
export const protocolAnswers = z.object({
  referralProtocolId: id,
  version,
  answers: givenAnswers.default({}),
  /** Why a document is missing, by its name. */
  missing: z.record(z.string().max(40), reason).default({}),
  /** Why there is no authorization code. */
  authorizationReason: reason.default(''),
});
export type ProtocolAnswers = z.infer<typeof protocolAnswers>;

/** What is wrong with the answers to the questions, by name. */
export function answerProblems(
  questions: readonly ProtocolQuestion[],
  answers: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const question of questions) {
    const given = answers[question.name];
    if (isUnanswered(given)) {
      if (question.isRequired) problems[question.name] = protocolTexts.answerRequired(question.label);
      // A provider is looked up by the server.
    } else if (question.type !== 'provider_selector' && answerText(question, given as string) === null)
      problems[question.name] = protocolTexts.answerInvalid(question.label);
  }
  return problems;
}

/** Documents asked for of which none is attached. */
export function missingDocuments<Asked extends Pick<AskedDocument, 'onFile'>>(
  documents: readonly Asked[],
  attachedIds: ReadonlySet<number>,
): Asked[] {
  return documents.filter(({ onFile }) => !onFile.some((one) => attachedIds.has(one.patientDocumentId)));
}

/** Required documents that are missing without a reason, by name. */
export function missingProblems(
  documents: readonly AskedDocument[],
  attachedIds: ReadonlySet<number>,
  reasons: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const unexplained = missingDocuments(documents, attachedIds).filter(
    ({ name, isRequired }) => isRequired && !hasVisibleText(reasons[name] ?? ''),
  );
  return Object.fromEntries(unexplained.map((asked) => [asked.name, protocolTexts.missing(documentText(asked))]));
}

/** Whether an authorization code is needed, and there is neither one nor a reason. */
export const lacksAuthorization = (
  needsCode: boolean,
  { code, reason: why }: { code: string | null | undefined; reason: string },
): boolean => needsCode && !hasVisibleText(code ?? '') && !hasVisibleText(why);

// ---------------------------------------------------------------- of a sent referral

/** A protocol as it was answered when the referral was sent. It does not change afterwards. */
export const sentProtocol = z.object({
  referralProtocolId: id,
  version,
  name: z.string(),
  answers: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      text: z.string(),
      healthcareProviderId: id.nullable(),
    }),
  ),
  documents: z.array(
    z.object({
      name: z.string(),
      /** "HbA1c of the last 6 months" */
      label: z.string(),
      isRequired: z.boolean(),
      /** Names of the attached documents; empty if it is missing. */
      attached: z.array(z.string()),
      /** Why it is missing. */
      reason: z.string().nullable(),
    }),
  ),
  /** Why there is no authorization code, if one was needed. */
  authorizationReason: z.string().nullable(),
});
export type SentProtocol = z.infer<typeof sentProtocol>;

/** An answer as it reads: a day as "10/1/26". */
export function answerWords(text: string): string {
  const [, year, month, day] = /^\d\d(\d\d)-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year === undefined ? text : `${Number(month)}/${Number(day)}/${year}`;
}

/** Each question with its answer. */
export const answeredQuestions = ({ answers }: SentProtocol): [label: string, text: string][] =>
  answers.map(({ label, text }) => [label, answerWords(text)]);

/** The same, one a line. A question that ends with its own mark needs no colon. */
const answerLines = (protocol: SentProtocol): string[] =>
  answeredQuestions(protocol).map(([question, answer]) => `${question}${question.endsWith('?') ? '' : ':'} ${answer}`);

/** What is missing of a sent protocol: "HbA1c of the last 6 months: not done yet". */
export function missingLines({ documents, authorizationReason }: SentProtocol): string[] {
  const absent = documents.filter(({ attached }) => attached.length === 0);
  return [
    ...absent.map(({ label, reason: why }) => `${label}: ${why ?? 'not attached'}`),
    ...(authorizationReason === null ? [] : [`Authorization code: ${authorizationReason}`]),
  ];
}

/** The answers and what is missing, one a line, for a letter. */
export function protocolLines(protocol: SentProtocol): string[] {
  return [...answerLines(protocol), ...missingLines(protocol).map((line) => `Missing: ${line}`)];
}
