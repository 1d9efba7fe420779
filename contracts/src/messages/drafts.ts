import { z } from 'zod';
import { chartSelection } from '../charts/selection.ts';
import { get, post } from '../endpoint.ts';
import { id } from '../fields.ts';
import {
  conversationKey,
  givenPriority,
  messageLimits,
  messageTexts,
  messageUser,
  messaging,
  onBehalfOfBody,
  onBehalfOfQuery,
  sentPriority,
} from '../messages.ts';
import { unfinishedText } from './text.ts';

/**
 * An unsent message: one per conversation and one for a new message, for the user and for each person they act for. Nobody
 * else sees it. Sending the message removes it.
 */
export const messageDraft = z.object({
  message: z.string(),
  priority: sentPriority,
  recipients: z.array(messageUser),
  patientId: id.nullable(),
  patientCharts: z.array(chartSelection),
  /** Changes with every save. */
  version: z.uuid(),
});
export type MessageDraft = z.infer<typeof messageDraft>;

/** Versions of a draft that the caller has read or written. */
export const draftVersions = z.array(z.uuid()).max(1000);

export const getMessageDraft = get('/provider/messages/drafts', {
  summary: 'Returns the draft of a reply or of a new message.',
  access: messaging,
  audit: 'none',
  input: z.object({ ...onBehalfOfQuery.shape, conversationKey: conversationKey.optional() }),
  output: z.object({ draft: messageDraft.nullable() }),
});

export const saveMessageDraft = post('/provider/messages/drafts/save', {
  summary: 'Saves a draft, unless it was changed elsewhere. An empty draft is removed.',
  access: messaging,
  authorization: 'own',
  unkeyed: 'same',
  makesStale: [],
  audit: 'none',
  input: z.object({
    ...onBehalfOfBody.shape,
    /** Left out for a new message. */
    conversationKey: conversationKey.nullish(),
    /** Chosen by the caller, so that it recognizes its own save after a lost response. */
    version: z.uuid().optional(),
    /** The versions it may replace; default: any. */
    seen: draftVersions.optional(),
    message: unfinishedText,
    priority: givenPriority,
    recipientUserIds: z.array(id).max(200, messageTexts.tooManyRecipients).default([]),
    patientId: id.nullish(),
    patientCharts: z.array(chartSelection).max(messageLimits.attachments, messageTexts.tooManyAttachments).default([]),
  }),
  /** The stored draft, if this one was not saved because the versions conflict. */
  output: z.object({ current: messageDraft.nullable() }),
});
