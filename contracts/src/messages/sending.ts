import { z } from 'zod';
import { chartSelection } from '../charts/selection.ts';
import { messagePriority, userTypeLabels } from '../codes.ts';
import type { UserType } from '../codes.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, queryInteger, queryList } from '../fields.ts';
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
import { draftVersions } from './drafts.ts';
import { messageText } from './text.ts';

const attachments = z.array(chartSelection).max(messageLimits.attachments, messageTexts.tooManyAttachments).default([]);

/** The fields of the dialog (docs/domain/messages.md). */
export const newMessageForm = z.object({
  message: messageText(messageTexts.messageRequired),
  recipientUserIds: z
    .array(id, messageTexts.recipientRequired)
    .min(1, messageTexts.recipientRequired)
    // More than there may be: the same person may come twice, and counts once.
    .max(200, messageTexts.tooManyRecipients),
  priority: sentPriority.default(messagePriority.table.normal),
  patientId: id.nullish(),
  /** Charts of the patient. */
  patientCharts: attachments,
});

export const quickReplyForm = z.object({
  message: messageText(messageTexts.replyBlank),
  priority: sentPriority.default(messagePriority.table.normal),
  patientCharts: attachments,
});

/** The versions of the draft that is sent, which is removed. Left out, whatever draft is there is removed. */
const sentDraft = { draftVersions: draftVersions.optional() };

/** What a message became. */
const sentMessage = z.object({
  conversationKey: z.string(),
  /** The sender's. */
  userMessageId: id,
  sequence: z.number().int(),
  dateSent: z.string(),
});

export const sendMessage = post('/provider/messages/send', {
  summary:
    'Sends a message to people, about a patient or not. The same people and patient always make the same conversation.',
  access: messaging,
  authorization: 'policy',
  idempotent: true,
  input: newMessageForm.extend({ ...onBehalfOfBody.shape, ...sentDraft }),
  output: sentMessage.extend({
    /** Recipients who were added to the patient's care team with it. */
    addedToCareTeam: z.array(messageUser),
  }),
});

export const sendQuickReply = post('/provider/messages/quick-reply', {
  summary: 'Answers in a conversation.',
  access: messaging,
  authorization: 'policy',
  idempotent: true,
  input: quickReplyForm.extend({ ...onBehalfOfBody.shape, ...sentDraft, conversationKey }),
  output: sentMessage,
});

const userTypes = Object.keys(userTypeLabels) as [UserType, ...UserType[]];

export const messageRecipient = messageUser.extend({
  /** "Last, First" */
  fullName: z.string(),
  userType: z.enum(userTypes),
  specialty: z.string().nullable(),
  organizationName: z.string().nullable(),
  /** Null when no patient was named. */
  isActiveOnCareTeam: z.boolean().nullable(),
});
export type MessageRecipient = z.infer<typeof messageRecipient>;
/** Users on one page of the search (docs/domain/messages.md). */
export const userSearchPageSize = 10;

export const findUsers = get('/users/find', {
  summary: 'Users who may be sent a message, by name; with a patient, whether they are on the care team.',
  access: messaging,
  audit: 'search',
  input: z.object({
    ...onBehalfOfQuery.shape,
    searchTerm: z.string().trim().max(100).default(''),
    patientId: queryId.optional(),
    /** Only these: for the status of people already chosen. */
    userIds: queryList(queryId).optional(),
    /** None of these: people already chosen. */
    excludedUserIds: queryList(queryId).optional(),
    page: queryInteger({ min: 1, max: 100, fallback: 1 }),
    pageSize: queryInteger({ min: 1, max: 50, fallback: userSearchPageSize }),
  }),
  output: z.object({ items: z.array(messageRecipient), totalItemCount: z.number().int() }),
});
