import { z } from 'zod';
import { LockReason } from './session/authStates.ts';

/** Messages by field name; the empty name is for the whole form. */
export type ValidationErrors = Record<string, string>;

/** Error codes in responses and the log. Texts may change, codes do not. */
const errorCodes = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'unauthorized_patient',
  'not_found',
  'no_access',
  'stale_version',
  'wrong_state',
  'refused',
  'too_large',
  'too_many_requests',
  'idempotency_conflict',
  'unavailable',
  'documents_unavailable',
  'storage_full',
  'timeout',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/**
 * Why the session of a call has ended. Only returned for a token that was once valid, or that belongs to another user's
 * session; not for an unknown token.
 */
const sessionEndings = [
  /** Ended from elsewhere: by the user, an administrator, or a new password. */
  'ended',
  'signed_out',
  'inactivity',
  /** Reached the maximum lifetime. */
  'lifetime',
  /** The session is not usable. */
  'invalid',
  /** The token was not renewed in time. */
  'expired',
  /** The browser's session now belongs to another user. */
  'replaced',
] as const;
export type SessionEnding = (typeof sessionEndings)[number];

/** An existing document with the same bytes as the uploaded file. */
const existingDocument = z.object({
  patientDocumentId: z.number(),
  documentName: z.string(),
  addedAt: z.iso.datetime(),
  addedByName: z.string().nullable(),
});

/** The patient an uploaded file says it is about. */
const namedPatient = z.object({ name: z.string(), dateOfBirth: z.iso.date().nullable() });
export type NamedPatient = z.infer<typeof namedPatient>;

/** Response of a failed call. Nothing was changed. */
export const failedResult = z.object({
  wasSuccessful: z.literal(false),
  code: z.enum(errorCodes),
  validationErrors: z.record(z.string(), z.string()),
  /** The refusal's own sentence, if it has one. */
  message: z.string().optional(),
  /** The one text to show (`failureMessage`). */
  errorMessage: z.string(),
  /** Identifies the failure in the log. */
  reference: z.string().optional(),
  /** With `unauthenticated`, if known. */
  sessionEnding: z.enum(sessionEndings).optional(),
  /** Why a sign-in was refused (`LockReason`). */
  lockReason: z.union(Object.values(LockReason).map((reason) => z.literal(reason))).optional(),
  /** With `stale_version`: the current version of the row. */
  current: z
    .object({
      version: z.number(),
      /** The signed-in user who made the change, also if they acted for somebody; null for an import or a job. */
      changedByUserId: z.number().nullable(),
      changedBy: z.string().nullable(),
      changedAt: z.iso.datetime().nullable(),
      what: z.string().nullable(),
    })
    .optional(),
  /** With a refused upload: the document that is already on the chart. */
  existingDocument: existingDocument.optional(),
  /** With a refused upload: somebody else whom the file names as its patient. */
  namedPatient: namedPatient.optional(),
});
export type FailedResult = z.infer<typeof failedResult>;

/** Why a user may not see a patient (docs/domain/patients.md). */
export const AccessDenied = { default: 1, careTeam: 2, pendingInvite: 3 } as const;

/** Texts of failures (docs/domain/api.md). */
export const errorTexts = {
  storageFull:
    'The server has run out of disk space, so nothing was saved. Please try again later. If this continues, tell your administrator.',
  auditFull:
    'The server has run out of disk space and cannot record who reads what, so nothing is shown. Please tell your administrator.',
  documentsAway:
    'Documents cannot be reached at the moment. Please try again in a minute. If this continues, tell your administrator.',
  referenceGone: 'Something that this refers to no longer exists. Reload the page and try again.',
  noPatientAccess: 'You do not have access to this patient.',
  removedFromCareTeam: 'You are no longer on the care team.',
  processing: 'The server has indicated that an error occurred while processing your request.',
  server:
    'Sorry, there was a problem fulfilling your request. Please try again and if the problem persists, contact support.',
} as const;

/**
 * The one message of a failed result, in this order of preference (docs/domain/api.md):
 * errorMessage, message, the general validation error, the joined field errors, a fixed sentence.
 */
export function failureMessage(failure: {
  errorMessage?: string | undefined;
  message?: string | undefined;
  validationErrors?: ValidationErrors | undefined;
}): string {
  const errors = failure.validationErrors ?? {};
  const fieldErrors = Object.values(errors).filter(Boolean).join(' ');
  return (
    failure.errorMessage || failure.message || errors['general'] || errors[''] || fieldErrors || errorTexts.processing
  );
}
