import { z } from 'zod';
import { chartSelection } from '../charts/selection.ts';
import { post } from '../endpoint.ts';
import { id } from '../fields.ts';
import {
  conversationKey,
  givenPriority,
  messageLimits,
  messageTexts,
  messageUser,
  messaging,
  onBehalfOfBody,
  getUserConversationMessages,
} from '../messages.ts';
import { draftVersions } from './drafts.ts';
import { messageText } from './text.ts';
import { getSingleUserConversation, getUserConversations } from './conversations.ts';

const attachments = z.array(chartSelection).max(messageLimits.attachments, messageTexts.tooManyAttachments).default([]);

/** The fields of the dialog (docs/domain/messages.md). */
export const newMessageForm = z.object({
  message: messageText(messageTexts.messageRequired),
  recipientUserIds: z
    .array(id, messageTexts.recipientRequired)
    .min(1, messageTexts.recipientRequired)
    // Above the actual limit, because duplicates are only counted once.
    .max(200, messageTexts.tooManyRecipients),
  priority: givenPriority,
  patientId: id.nullish(),
  /** Charts of the patient. */
  patientCharts: attachments,
});

export const quickReplyForm = z.object({
  message: messageText(messageTexts.replyBlank),
  priority: givenPriority,
  patientCharts: attachments,
});

/** Versions of the sent draft, which is removed. Default: any stored draft is removed. */
const sentDraft = { draftVersions: draftVersions.optional() };

/** The sent message. */
const sentMessage = z.object({
  conversationKey: z.string(),
  /** Id of the sender's copy. */
  userMessageId: id,
  sequence: z.number().int(),
  dateSent: z.string(),
});

export const sendMessage = post('/provider/messages/send', {
  summary:
    'Sends a message to people, optionally about a patient. The same people and patient always share one conversation.',
  access: messaging,
  authorization: 'policy',
  makesStale: [getUserConversations],
  input: newMessageForm.extend({
    ...onBehalfOfBody.shape,
    ...sentDraft,
    /** The request of the patient that it is about: each then links to the other. */
    referralId: id.nullish(),
    careCoordinatorRequestId: id.nullish(),
  }),
  output: sentMessage.extend({
    /** Recipients who were added to the patient's care team. */
    addedToCareTeam: z.array(messageUser),
  }),
});

export const sendQuickReply = post('/provider/messages/quick-reply', {
  summary: 'Replies in a conversation.',
  access: messaging,
  authorization: 'policy',
  makesStale: [getUserConversationMessages, getSingleUserConversation],
  input: quickReplyForm.extend({ ...onBehalfOfBody.shape, ...sentDraft, conversationKey }),
  output: sentMessage,
});
