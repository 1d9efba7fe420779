import { z } from 'zod';
import { allOf } from '../access.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';
import { patientSummary } from '../patients.ts';
import { listTextMessages } from './sms.ts';

// Text replies that are not assigned to a patient yet, for the client's administrators (docs/domain/sharing.md).

export const unassignedReplyTexts = {
  inOwnName: 'Replies are assigned in your own name.',
  settled: 'This reply has already been assigned or dismissed.',
  notTheirNumber: 'This number was never texted about that patient, and is not on file for them.',
} as const;

/** Maximum replies shown, latest first. */
export const unassignedRepliesShown = 50;

export const unassignedReply = z.object({
  smsReplyId: id,
  receivedAt: timestamp,
  /** Digits only. */
  phoneNumber: z.string(),
  messageText: z.string(),
  /** Patients of the client who were texted at this number, if the administrator may open them. */
  candidates: z.array(patientSummary),
});
export type UnassignedReply = z.infer<typeof unassignedReply>;

export const listUnassignedReplies = get('/notifications/sms/unassigned-replies', {
  summary: 'Lists text replies to a client that cannot be assigned to one patient, latest first.',
  auditText: 'Text replies without a patient',
  access: allOf('ManageSite'),
  input: z.object({ clientId: queryId }),
  output: z.object({ items: z.array(unassignedReply), count: z.number().int() }),
});

export const assignReply = post('/notifications/sms/assign-reply', {
  summary: 'Assigns a text reply to a patient.',
  access: allOf('ManageSite'),
  authorization: 'policy',
  makesStale: [listUnassignedReplies, listTextMessages],
  input: z.object({ smsReplyId: id, patientId: id }),
  output: z.object({ smsReplyId: id }),
});

export const dismissReply = post('/notifications/sms/dismiss-reply', {
  summary: 'Removes a text reply without a patient from the list.',
  access: allOf('ManageSite'),
  authorization: 'policy',
  makesStale: [listUnassignedReplies],
  input: z.object({ smsReplyId: id }),
  output: z.object({ smsReplyId: id }),
});
