import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get, picture, post } from '../endpoint.ts';
import { id, queryId, timeZone } from '../fields.ts';
import { letterBrand } from '../letters.ts';

// The complete record of a referral: one PDF with the referral as a letter, and every document.

/** Full PDFs of a user that are made at a time; each takes a rendering process for seconds. */
export const mostUnfinishedRecords = 5;

export const recordTexts = {
  notReady: 'The record is not ready yet.',
  expired: 'This record has expired. Open the referral and ask for it again.',
  outdated:
    'A document in this record is no longer part of the referral. Open the referral and ask for the record again.',
  tooMany: `${mostUnfinishedRecords} of your full PDFs are still being prepared. Wait until one of them is ready, then try again.`,
} as const;

export const getReferralBrand = get('/provider/referrals/brand', {
  summary: "Returns logo and name of the client of a referral's sender, for its letter.",
  access: signedIn,
  audit: 'none',
  input: z.object({ referralId: queryId }),
  output: letterBrand,
});

const recordState = z.object({
  referralRecordId: id,
  /** A record expires one day after it was created. */
  status: z.enum(['queued', 'running', 'ready', 'failed', 'expired']),
  documentCount: z.number(),
  documentsDone: z.number(),
  /** Null until it is ready. */
  pageCount: z.number().nullable(),
});
export type ReferralRecordState = z.infer<typeof recordState>;

export const requestReferralRecord = post('/provider/referrals/record/request', {
  summary:
    'Requests the complete record of a referral, with what the user can currently see. Joins one that is being made.',
  auditText: 'Request for a complete record',
  access: signedIn,
  authorization: 'own',
  makesStale: [],
  audit: 'read',
  input: z.object({
    referralId: id,
    /** Of its days and times; by default that of the patient's client. */
    timeZone: timeZone.optional(),
  }),
  output: recordState,
});

export const getReferralRecord = get('/provider/referrals/record', {
  summary: 'Returns the progress of a requested complete record.',
  access: signedIn,
  audit: 'none',
  input: z.object({ referralRecordId: queryId }),
  output: recordState,
});

export const openReferralRecord = picture('/provider/referrals/record/pdf', 'application/pdf', {
  summary: 'Returns a requested complete record as a PDF.',
  auditText: 'A complete record',
  access: signedIn,
  input: z.object({ referralRecordId: queryId }),
});
