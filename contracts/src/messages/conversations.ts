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

/** Actions on a conversation in a list. Only the conversation itself says whether the user can reply. */
export const conversationActions = ['archive', 'unarchive'] as const;

/** A conversation in the list of one of its members. */
export const conversationListItem = z.object({
  conversationKey: z.string(),
  isArchived: z.boolean(),
  /** All members, including the owner of the list. */
  members: z.array(messageUser),
  patient: patientSummary.nullable(),
  lastSequence: z.number().int(),
  lastMessageAt: timestamp,
  /** `message` contains at most the first 300 characters. */
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
  /** Whether the user has a draft reply. */
  hasDraft: z.boolean(),
  can: actions(conversationActions),
});
export type ConversationListItem = z.infer<typeof conversationListItem>;

const listFilters = z.object({
  patientId: queryId.optional(),
  includeArchived: queryBoolean.default(false),
  unreadOnly: queryBoolean.default(false),
  /** Only conversations with an urgent message. */
  urgentOnly: queryBoolean.default(false),
  /** Only conversations with this user as a member. */
  memberUserId: queryId.optional(),
});

export const getUserConversations = get('/provider/messages/conversations', {
  summary: 'Lists conversations of the user or the person acted for, latest message first.',
  auditText: 'List of conversations',
  access: messaging,
  audit: 'search',
  input: z.object({
    ...onBehalfOfQuery.shape,
    ...listFilters.shape,
    /** Only these conversations, if they match the filters; for updating a list without reloading it. */
    conversationKeys: queryList(conversationKey).pipe(z.array(z.string()).max(100)).optional(),
    page: queryInteger({ min: 1, max: 1_000, fallback: 1 }),
    pageSize: queryInteger({ min: 1, max: 100, fallback: messagePageSize }),
    /** `nextCursor` of the previous page, used instead of `page`: continues exactly there, even if messages have arrived. */
    cursor: z.string().max(400).optional(),
    /** `previousCursor` of a page, used instead of `cursor` and `page`: the rows above it. */
    before: z.string().max(400).optional(),
  }),
  output: z.object({
    items: z.array(conversationListItem),
    page: z.number().int(),
    /** Exact if the list ends within three more pages, otherwise counted up to three more pages. */
    numPages: z.number().int(),
    /** Null if there are more than three more pages, or if a cursor is used. */
    totalItemCount: z.number().int().nullable(),
    nextCursor: z.string().nullable(),
    /** Null at the top of the list; the page above one that was asked for by `cursor` can be empty. */
    previousCursor: z.string().nullable(),
  }),
});

export const getConversationPage = get('/provider/messages/conversations/page', {
  summary: 'Returns the page of the list that currently contains a conversation.',
  auditText: 'List of conversations',
  access: messaging,
  input: z.object({
    ...onBehalfOfQuery.shape,
    ...listFilters.shape,
    conversationKey,
    pageSize: queryInteger({ min: 1, max: 100, fallback: messagePageSize }),
  }),
  output: z.object({
    /** Null if the conversation does not match the filters. Counted up to page 10; 11 means any later page. */
    page: z.number().int().nullable(),
    /** Cursor for a page that begins with this conversation. */
    cursor: z.string(),
    /** Cursor for the page that contains it; below page 10, half of that page is above it. */
    pageCursor: z.string(),
  }),
});

export const conversationMember = messageUser.extend({
  /** False for a deactivated user. */
  isActive: z.boolean(),
  /** Whether they are on the patient's care team; null in a conversation without a patient. */
  isActiveOnCareTeam: z.boolean().nullable(),
  /** Whether they can currently open the conversation. */
  hasAccess: z.boolean(),
});
export type ConversationMember = z.infer<typeof conversationMember>;

export const conversation = conversationListItem.extend({
  members: z.array(conversationMember),
  firstUnreadSequence: conversationUnread.shape.firstUnreadSequence,
  /** Members with unread messages. */
  unreadIndicators: z.array(z.object({ toUserId: id })),
  can: actions([...conversationActions, 'reply']),
});
export type Conversation = z.infer<typeof conversation>;

export const getSingleUserConversation = get('/provider/messages/conversations/single', {
  summary: 'Returns a conversation: members, patient, unread messages and allowed actions.',
  auditText: 'A conversation',
  access: messaging,
  input: z.object({ ...onBehalfOfQuery.shape, conversationKey }),
  output: conversation,
});

export const archiveUserConversation = post('/provider/messages/archive', {
  summary: 'Archives a conversation for one member and marks it as read, or unarchives it.',
  access: messaging,
  authorization: 'policy',
  // The browser updates conversations and their lists row by row (web/src/features/messages/realtime.ts).
  makesStale: [],
  input: z.object({
    ...onBehalfOfBody.shape,
    conversationKey,
    archiveConversation: z.boolean(),
    /** The newest message that was shown, so that no later message is archived unseen. */
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
  summary: 'Searches messages of a conversation, ignoring case and accents, newest first.',
  auditText: 'Search in a conversation',
  access: messaging,
  audit: 'search',
  input: z.object({
    ...onBehalfOfQuery.shape,
    conversationKey,
    searchTerm: z.string().trim().min(2, 'Enter at least 2 characters').max(100),
    /** Only messages before this sequence: `nextBefore` of the previous response. */
    before: queryId.optional(),
  }),
  output: z.object({
    /** At most 50; can be empty if a long part of the conversation was searched without a match. */
    items: z.array(foundMessage),
    /** Where to continue; null at the beginning of the conversation. */
    nextBefore: z.number().int().nullable(),
  }),
});
