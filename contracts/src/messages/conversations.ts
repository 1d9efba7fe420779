import { z } from 'zod';
import { actions } from '../can.ts';
import { get, post } from '../endpoint.ts';
import { id, queryBoolean, queryId, queryInteger, queryList, timestamp } from '../fields.ts';
import {
  conversationKey,
  conversationUnread,
  message,
  messagePageSize,
  messageUser,
  messaging,
  onBehalfOfBody,
  onBehalfOfQuery,
} from '../messages.ts';
import { patientSummary } from '../patients.ts';

/** What may be done with a conversation in a list; whether it can be answered is told by the conversation itself. */
export const conversationActions = ['archive', 'unarchive'] as const;

/** A conversation as it stands in the list of one of its members. */
export const conversationListItem = z.object({
  conversationKey: z.string(),
  isArchived: z.boolean(),
  /** Everybody in it, the member whose list this is among them. */
  members: z.array(messageUser),
  patient: patientSummary.nullable(),
  lastSequence: z.number().int(),
  lastMessageAt: timestamp,
  /** `message` holds no more than the first 300 characters. */
  lastMessage: message.pick({
    userMessageId: true,
    sequence: true,
    dateSent: true,
    message: true,
    isRead: true,
    priority: true,
    fromUser: true,
    fromIdentityUser: true,
  }),
  ...conversationUnread.pick({ unreadMessageCount: true, hasUrgentUnread: true }).shape,
  /** Whether the reader has begun an answer. */
  hasDraft: z.boolean(),
  can: actions(conversationActions),
});
export type ConversationListItem = z.infer<typeof conversationListItem>;

const listFilters = z.object({
  patientId: queryId.optional(),
  includeArchived: queryBoolean.default(false),
  unreadOnly: queryBoolean.default(false),
  /** Only conversations with an urgent message in them. */
  urgentOnly: queryBoolean.default(false),
  /** Only conversations that this user is in too. */
  memberUserId: queryId.optional(),
});

export const getUserConversations = get('/provider/messages/conversations', {
  summary: 'The conversations of the user or of the person acted for, the latest message first.',
  access: messaging,
  audit: 'search',
  input: z.object({
    ...onBehalfOfQuery.shape,
    ...listFilters.shape,
    /** Only these, as far as the filters leave them: to bring a list up to date without reading it again. */
    conversationKeys: queryList(conversationKey).pipe(z.array(z.string()).max(100)).optional(),
    page: queryInteger({ min: 1, max: 1_000, fallback: 1 }),
    pageSize: queryInteger({ min: 1, max: 100, fallback: messagePageSize }),
    /** `nextCursor` of the page before: goes on exactly there, whatever has arrived meanwhile. Takes the place of `page`. */
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({
    items: z.array(conversationListItem),
    page: z.number().int(),
    /** Exact when the list ends within three further pages, otherwise that many. */
    numPages: z.number().int(),
    /** Null where the list goes on for more than three further pages, behind a cursor, and on a page behind the end. */
    totalItemCount: z.number().int().nullable(),
    nextCursor: z.string().nullable(),
  }),
});

export const getConversationPage = get('/provider/messages/conversations/page', {
  summary: 'The page of the list that holds a conversation now.',
  access: messaging,
  input: z.object({
    ...onBehalfOfQuery.shape,
    ...listFilters.shape,
    conversationKey,
    pageSize: queryInteger({ min: 1, max: 100, fallback: messagePageSize }),
  }),
  output: z.object({
    /** Null when the filters leave the conversation out. Counted no further than ten pages: 11 is any later one. */
    page: z.number().int().nullable(),
    /** A cursor with which the list begins with this conversation. */
    cursor: z.string(),
  }),
});

export const conversationMember = messageUser.extend({
  /** False for somebody who does not work here any more. */
  isActive: z.boolean(),
  /** Whether they are on the patient's care team; null in a conversation about no patient. */
  isActiveOnCareTeam: z.boolean().nullable(),
  /** Whether they can open the conversation now. */
  hasAccess: z.boolean(),
});
export type ConversationMember = z.infer<typeof conversationMember>;

export const conversation = conversationListItem.extend({
  members: z.array(conversationMember),
  firstUnreadSequence: conversationUnread.shape.firstUnreadSequence,
  /** Members who have something unread here. */
  unreadIndicators: z.array(z.object({ toUserId: id })),
  can: actions([...conversationActions, 'reply']),
});
export type Conversation = z.infer<typeof conversation>;

export const getSingleUserConversation = get('/provider/messages/conversations/single', {
  summary: 'What a conversation is: members, patient, what is unread and what may be done.',
  access: messaging,
  input: z.object({ ...onBehalfOfQuery.shape, conversationKey }),
  output: conversation,
});

export const archiveUserConversation = post('/provider/messages/archive', {
  summary: 'Archives a conversation for one member, reading what was unread, or takes it out of the archive again.',
  access: messaging,
  authorization: 'policy',
  input: z.object({
    ...onBehalfOfBody.shape,
    conversationKey,
    archiveConversation: z.boolean(),
    /** The newest message that was shown: nothing that came later is archived unseen. */
    lastSequence: z.number().int().optional(),
  }),
  output: z.object({ isArchived: z.boolean() }),
});

export const foundMessage = message.pick({
  userMessageId: true,
  sequence: true,
  dateSent: true,
  message: true,
  fromUser: true,
});
export type FoundMessage = z.infer<typeof foundMessage>;

export const findInConversation = get('/provider/messages/find', {
  summary:
    'Messages of a conversation that hold what was typed, in any case and with or without accents, the newest first.',
  access: messaging,
  audit: 'search',
  input: z.object({
    ...onBehalfOfQuery.shape,
    conversationKey,
    searchTerm: z.string().trim().min(2, 'Enter at least 2 characters').max(100),
    /** Only messages before this sequence: `nextBefore` of the answer before. */
    before: queryId.optional(),
  }),
  output: z.object({
    /** 50 at most; none where a long stretch of the conversation was looked through without finding any. */
    items: z.array(foundMessage),
    /** Where to go on; null at the beginning of the conversation. */
    nextBefore: z.number().int().nullable(),
  }),
});
