import { z } from 'zod';
import { get, nothing, post } from '../endpoint.ts';
import { id, timestamp } from '../fields.ts';
import {
  conversationKey,
  messageLimits,
  messageTexts,
  messageUser,
  messaging,
  onBehalfOfBody,
  onBehalfOfQuery,
  sentPriority,
} from '../messages.ts';

/**
 * What somebody began to write: one for each conversation and one for a new message, in each name they write in. Nobody
 * else sees it. Sending takes it away.
 */
export const messageDraft = z.object({
  message: z.string(),
  priority: sentPriority,
  recipients: z.array(messageUser),
  patientId: id.nullable(),
  patientDocumentIds: z.array(id),
  updatedAt: timestamp,
});
export type MessageDraft = z.infer<typeof messageDraft>;

/** The conversation it answers in; left out, the new message. */
const draftOf = { conversationKey: conversationKey.nullish() };

/**
 * Somebody may write in two windows, and both have the one place to keep it in. What is kept there is replaced only by who
 * wrote it, or by who began from it.
 */
const writing = {
  /** The window. Left out, it replaces whatever is there. */
  writer: z.uuid().nullish(),
  /** `updatedAt` of the draft that it began from. */
  follows: timestamp.nullish(),
};

export const getMessageDraft = get('/provider/messages/drafts', {
  summary: 'The draft of an answer or of a new message.',
  access: messaging,
  audit: 'none',
  input: z.object({ ...onBehalfOfQuery.shape, conversationKey: conversationKey.optional() }),
  output: z.object({ draft: messageDraft.nullable() }),
});

export const saveMessageDraft = post('/provider/messages/drafts/save', {
  summary: "Keeps a draft in the place of the one before, unless that is another window's. An empty one is taken away.",
  access: messaging,
  audit: 'none',
  input: z.object({
    ...onBehalfOfBody.shape,
    ...draftOf,
    ...writing,
    /** Counts what this window keeps: what arrives late replaces nothing newer. */
    step: z.int().min(0).max(2_147_483_647).default(0),
    message: z.string().max(messageLimits.message, messageTexts.messageTooLong),
    priority: sentPriority.default(1),
    recipientUserIds: z.array(id).max(200, messageTexts.tooManyRecipients).default([]),
    patientId: id.nullish(),
    patientDocumentIds: z.array(id).max(messageLimits.attachments, messageTexts.tooManyAttachments).default([]),
  }),
  output: z.object({
    updatedAt: timestamp.nullable(),
    /** What another window has there: nothing was kept or taken away. */
    other: messageDraft.nullable(),
  }),
});

export const removeMessageDraft = post('/provider/messages/drafts/delete', {
  summary: "Takes a draft away, unless it is another window's.",
  access: messaging,
  audit: 'none',
  input: z.object({ ...onBehalfOfBody.shape, ...draftOf, ...writing }),
  output: nothing,
});
