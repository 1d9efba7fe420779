import { z } from 'zod';
import { allOf } from './access.ts';
import { actions } from './can.ts';
import { get, nothing, post } from './endpoint.ts';
import { id, isKeepable, queryId, requiredText, timestamp, version } from './fields.ts';
import { patientInfo, patientSummary } from './patients.ts';
import { getUserConversations } from './messages/conversations.ts';

/** Permissions required to review possible duplicates. */
export const reviewPermissions = ['ViewAllPatients', 'EditCareTeam'] as const;
export const reviewing = allOf(...reviewPermissions);

export const duplicateStatuses = ['open', 'merged', 'kept_apart'] as const;
export type DuplicateStatus = (typeof duplicateStatuses)[number];

/** Why two records may be duplicates. */
export const duplicateReasons = ['record_id', 'mrn', 'ssn', 'replaced_by', 'name', 'alike'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** Facts by which records without a common number are compared; see docs/domain/person-matching.md. */
export const matchFacts = ['lastName', 'firstName', 'birthDate', 'sex', 'phone', 'address', 'ssn'] as const;
export type MatchFact = (typeof matchFacts)[number];

/** How a fact of two records compares. */
export const factAgreements = ['equal', 'short', 'part', 'slip', 'script', 'differs', 'unknown'] as const;
export type FactAgreement = (typeof factAgreements)[number];

/** Records without a common number are a pair from this weight on: an equal name alone, if nothing else is known. */
export const leastDuplicateWeight = 16;

/** How two records differ. */
export const duplicateDifferences = ['name', 'birthDate', 'gender'] as const;
export type DuplicateDifference = (typeof duplicateDifferences)[number];

export const duplicateTexts = {
  notFound: 'This pair of patients no longer exists, or you do not have access to it.',
  changed: 'These records were changed after you opened them.',
  alreadyMerged: 'These records are already merged.',
  keptApart: 'These records are kept apart. Reopen the pair to merge them.',
  notOpen: 'Only an open pair can be kept apart.',
  notKeptApart: 'These records are not kept apart.',
  notMerged: 'These records are not merged.',
  whyApart: 'Please say why these are two people',
  whyApartTooLong: 'The reason cannot exceed 500 characters',
  whyApartUnkeepable: 'The reason contains characters that cannot be saved.',
  notOfPair: 'Choose one of the two records to keep.',
} as const;

const pair = z.object({
  patientDuplicateId: id,
  status: z.enum(duplicateStatuses),
  reason: z.enum(duplicateReasons),
  differences: z.array(z.enum(duplicateDifferences)),
  foundAt: timestamp,
  /** How much speaks for one person, by the facts as they are now. */
  weight: z.number(),
  version,
});

export const duplicateListItem = pair.extend({ patients: z.array(patientSummary) });
export type DuplicateListItem = z.infer<typeof duplicateListItem>;

export const listDuplicates = get('/provider/duplicates', {
  summary: 'Lists possible duplicate patients, latest first.',
  auditText: 'Possible duplicates',
  access: reviewing,
  audit: 'search',
  input: z.object({
    status: z.enum(duplicateStatuses).default('open'),
    /** Only pairs with this patient. */
    patientId: queryId.optional(),
    /** `nextCursor` of the previous page. */
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(duplicateListItem), nextCursor: z.string().nullable() }),
});

export const countDuplicates = get('/provider/duplicates/count', {
  summary: 'Counts patient pairs waiting for a review.',
  access: reviewing,
  audit: 'none',
  input: nothing,
  output: z.object({ openCount: z.number().int() }),
});

/** Row counts of a patient's record. */
export const recordCounts = z.object({
  encounters: z.number().int(),
  conditions: z.number().int(),
  documents: z.number().int(),
  coverages: z.number().int(),
  appointments: z.number().int(),
  referrals: z.number().int(),
  conversations: z.number().int(),
  careTeam: z.number().int(),
});
export type RecordCounts = z.infer<typeof recordCounts>;

export const duplicateRecord = patientInfo
  .omit({ can: true, admission: true, refersToProvidersOnly: true, isFavorite: true })
  .extend({
    /** The last four digits. */
    ssnEnding: z.string().nullable(),
    identifiers: z.array(z.object({ system: z.string().nullable(), value: z.string(), isMrn: z.boolean() })),
    /** For a merged record, what was moved to the other one. */
    counts: recordCounts,
  });
export type DuplicateRecord = z.infer<typeof duplicateRecord>;

export const duplicateDetail = pair.extend({
  patients: z.array(duplicateRecord).length(2),
  facts: z.array(z.object({ fact: z.enum(matchFacts), agreement: z.enum(factAgreements), weight: z.number() })),
  /** The user who decided; null while open. */
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** Why the records are kept apart; null for decisions made before a reason was required. */
  decisionReason: z.string().nullable(),
  /** The surviving record of a merged pair. */
  survivingPatientId: id.nullable(),
  can: actions(['merge', 'keepApart', 'reopen', 'undoMerge']),
});
export type DuplicateDetail = z.infer<typeof duplicateDetail>;

export const getDuplicate = get('/provider/duplicates/single', {
  summary: 'Returns two possible duplicate records side by side.',
  auditText: 'Possible duplicate',
  access: reviewing,
  input: z.object({ patientDuplicateId: queryId }),
  output: duplicateDetail,
});

const decision = z.object({ patientDuplicateId: id, version: version.optional() });

/** Versions of both records that were compared. */
const versions = z
  .array(z.object({ patientId: id, version }))
  .max(2)
  .optional();

export const mergePatients = post('/provider/duplicates/merge', {
  summary: 'Merges two records of one person; all data moves to the surviving patient.',
  access: reviewing,
  authorization: 'policy',
  makesStale: ['PatientMergedEvent', 'DuplicatesChangedEvent', getUserConversations],
  input: decision.extend({
    survivingPatientId: id,
    versions,
  }),
  output: z.object({ survivingPatientId: id }),
});

export const undoMerge = post('/provider/duplicates/undo-merge', {
  summary: 'Undoes a merge; each record gets its previous data back. Refused if new data depends on the merge.',
  access: reviewing,
  authorization: 'policy',
  makesStale: ['PatientMergedEvent', 'DuplicatesChangedEvent', getUserConversations],
  input: decision,
  output: nothing,
});

/** Maximum characters of the reason for keeping two records apart. */
export const longestDecisionReason = 500;

export const keepApartForm = z.object({
  reason: requiredText(longestDecisionReason, duplicateTexts.whyApart, duplicateTexts.whyApartTooLong).refine(
    isKeepable,
    duplicateTexts.whyApartUnkeepable,
  ),
});

export const keepApart = post('/provider/duplicates/keep-apart', {
  summary: 'Decides that two records belong to different people. Later imports do not report the pair again.',
  access: reviewing,
  authorization: 'policy',
  makesStale: ['PatientMergedEvent', 'DuplicatesChangedEvent', getUserConversations],
  input: decision.extend({ ...keepApartForm.shape, versions }),
  output: nothing,
});

export const reopenDuplicate = post('/provider/duplicates/reopen', {
  summary: 'Reverts the decision to keep two records apart.',
  access: reviewing,
  authorization: 'policy',
  makesStale: ['PatientMergedEvent', 'DuplicatesChangedEvent', getUserConversations],
  input: decision,
  output: nothing,
});
