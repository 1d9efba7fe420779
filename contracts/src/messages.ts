import { z } from 'zod';
import { allOf } from './access.ts';
import { get, post } from './endpoint.ts';
import { messagePriority } from './codes.ts';
import { id, queryId, queryInteger, timestamp } from './fields.ts';
import { patientSummary } from './patients.ts';

// Secure messages: shared definitions, and reading and marking the messages of a conversation. The list of conversations is in
// messages/conversations.ts, sending in messages/sending.ts, drafts in messages/drafts.ts.

/** Texts of messaging (docs/domain/messages.md). */
export const messageTexts = {
  none: 'No messages found.',
  noneHint: 'Make sure to double check your filters and try again!',
  nothingSelected: 'Please select a conversation item to view details.',
  oneSided: "You can't archive one-sided conversations",
  isArchived: 'This conversation is already archived.',
  isNotArchived: 'This conversation is not archived.',
  noConversation: "We're sorry, this conversation doesn't exist, or you do not have access.",
  listFailed: 'Error loading conversations.',
  sent: 'Message successfully sent',
  replySent: 'Message sent successfully',
  archived: 'Conversation archived successfully',
  unarchived: 'Conversation unarchived successfully',
  replyBlank: 'Message cannot be blank!',
  messageRequired: 'A message is required',
  recipientRequired: 'At least one recipient is required',
  onlyYourself: 'You cannot send a message to yourself only.',
  emergencyOnly:
    'Emergency access does not open messages about this patient. Request access to write to the care team.',
  cannotBeMessaged: 'One or more recipients cannot be sent messages. Please choose them again.',
  tooManyRecipients: 'A message can have at most 50 recipients',
  messageTooLong: 'Message must be 10,000 characters or less',
  unkeepable: 'Message contains characters that cannot be sent.',
  nobodyLeft: 'Nobody else in this conversation can receive messages anymore.',
  aboutOther: 'This referral or consultation is not about this patient.',
  attachmentGone: "A selected document is no longer in the patient's records.",
  tooManyAttachments: 'A message can have at most 20 documents',
  careTeamWarning:
    "Recipient(s) who are not currently on the patient's care team will be added when sending this message.",
  titleRequired: 'A title is required',
  unkeepableTitle: 'Title contains characters that cannot be saved.',
  titleTooLong: 'Title must be 50 characters or less',
  cannedReplyTitleTaken: 'You already have a canned reply with this title. Choose another one.',
  noCannedReply: 'This canned reply no longer exists.',
  tooManyCannedReplies: 'You can save at most 100 canned replies.',
} as const;

export const messageLimits = {
  message: 10_000,
  recipients: 50,
  attachments: 20,
  cannedReplyTitle: 50,
  cannedReplies: 100,
  /** Characters of a message shown in lists. */
  preview: 75,
} as const;
/** Messages and conversations per page (docs/domain/messages.md). */
export const messagePageSize = 20;

/** Access to all calls of messaging. */
export const messaging = allOf('Messages');

/** The user on whose behalf a call is made; default: the caller. */
export const onBehalfOfQuery = z.object({ onBehalfOfUserId: queryId.optional() });
export const onBehalfOfBody = z.object({ onBehalfOfUserId: id.nullish() });
/** Identifies a conversation in URLs and calls. An invalid key is treated as a conversation that does not exist. */
export const conversationKey = z.string().max(100);

const { none, normal, urgent } = messagePriority.table;
/** Normal 1, Urgent 4. */
export const sentPriority = z.union([z.literal(normal), z.literal(urgent)]);
/** The priority in a call that writes; None 0 is saved as normal. */
export const givenPriority = z.union([z.literal(none).transform(() => normal), sentPriority]).default(normal);

export const messageUser = z.object({ userId: id, firstName: z.string(), lastName: z.string() });
export type MessageUser = z.infer<typeof messageUser>;

/**
 * A chart of the patient attached to a message: a document, or a generated chart with its content at that time. Opened in the
 * document viewer, which checks access again.
 */
export const messageAttachment = z.object({
  patientDocumentId: id.nullable(),
  sentChartId: id.nullable(),
  documentName: z.string(),
  documentTypeName: z.string(),
  contentType: z.string(),
});
export type MessageAttachment = z.infer<typeof messageAttachment>;

/** A message as seen by one member of the conversation. */
export const message = z.object({
  /** Id of the member's copy; different for each member. */
  userMessageId: id,
  /** Position in the conversation, from 1 without gaps. */
  sequence: z.number().int().positive(),
  dateSent: timestamp,
  message: z.string(),
  /** Whether this member has read it; always true for their own messages. */
  isRead: z.boolean(),
  priority: sentPriority,
  /** The sending member. */
  fromUser: messageUser,
  /** The user who wrote it; different if it was written on the member's behalf. */
  fromIdentityUser: messageUser,
  recipients: z.array(messageUser),
  patient: patientSummary.nullable(),
  attachments: z.array(messageAttachment),
  /** The request that it is about. */
  referralId: id.nullable(),
  careCoordinatorRequestId: id.nullable(),
});
export type Message = z.infer<typeof message>;

/** A position in a conversation in a query string: a positive integer. */
const querySequence = queryId;

export const getUserConversationMessages = get('/provider/messages', {
  summary: 'Lists messages of a conversation in order: a page (page 1 has the newest), or those next to a message.',
  auditText: 'A conversation',
  access: messaging,
  input: z.object({
    ...onBehalfOfQuery.shape,
    conversationKey,
    /** Pages shift as messages arrive; `before` and `after` are stable. */
    page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
    pageSize: queryInteger({ min: 1, max: 100, fallback: messagePageSize }),
    /** Returns the messages directly before this sequence. */
    before: querySequence.optional(),
    /** Returns the messages directly after this sequence; 0 for the first ones. */
    after: z.coerce.number<number | string>().int().min(0).optional(),
  }),
  output: z.object({
    /** Oldest first. */
    items: z.array(message),
    page: z.number().int(),
    numPages: z.number().int(),
    /** Sequence of the newest message in the conversation. */
    lastSequence: z.number().int(),
  }),
});

export const getMessagePage = get('/provider/messages/page', {
  summary: 'Locates a message: its conversation, its position, and the page that currently contains it.',
  auditText: 'Jump to a message',
  access: messaging,
  input: z.object({
    ...onBehalfOfQuery.shape,
    userMessageId: queryId,
    pageSize: queryInteger({ min: 1, max: 100, fallback: messagePageSize }),
  }),
  output: z.object({
    page: z.number().int(),
    conversationKey: z.string(),
    sequence: z.number().int(),
  }),
});

/** A member's unread messages in a conversation. */
export const conversationUnread = z.object({
  unreadMessageCount: z.number().int(),
  /** Whether one of the unread ones is urgent. */
  hasUrgentUnread: z.boolean(),
  /** Sequence of the first unread message; null if there is none. */
  firstUnreadSequence: z.number().int().nullable(),
});

export type ConversationUnread = z.infer<typeof conversationUnread>;

/** Unread messages in total, with the sequence number of the change, and in the conversation. */
const unreadNow = z.object({
  unreadMessageCount: z.number().int(),
  sequence: z.number().int(),
  conversation: conversationUnread,
});

/**
 * Only messages that were actually shown count as read, not those above or below. So the call gives both ends of the range,
 * and skipped messages stay unread.
 */
export const markConversationRead = post('/provider/messages/mark-read', {
  summary: 'Marks a range of messages in a conversation as read.',
  access: messaging,
  authorization: 'own',
  unkeyed: 'same',
  // The browser updates conversations and their lists row by row (web/src/features/messages/realtime.ts).
  makesStale: [],
  input: z.object({
    ...onBehalfOfBody.shape,
    conversationKey,
    /** The first message that was shown; earlier ones do not change. Default: the first message. */
    fromSequence: z.number().int().positive().optional(),
    /** The last message that was shown; later ones stay unread. Default: the newest message. */
    throughSequence: z.number().int().positive().optional(),
  }),
  output: unreadNow,
});

export const markMessageUnread = post('/provider/messages/mark-unread', {
  summary: 'Marks a message and all later ones as unread, except the member’s own.',
  access: messaging,
  authorization: 'own',
  unkeyed: 'same',
  // The browser updates conversations and their lists row by row (web/src/features/messages/realtime.ts).
  makesStale: [],
  input: z.object({ ...onBehalfOfBody.shape, userMessageId: id }),
  output: unreadNow,
});

export const getUnreadMessageCount = get('/provider/messages/unread-count', {
  summary: 'Counts unread messages, with the sequence number of the last change.',
  access: messaging,
  audit: 'none',
  input: onBehalfOfQuery,
  output: z.object({
    unreadMessageCount: z.number().int(),
    /** Sequence number of the last change. An event that does not have the next number means that events were missed. */
    sequence: z.number().int(),
  }),
});

export const messageReader = messageUser.extend({
  /** Null while it is unread. */
  readAt: timestamp.nullable(),
  /** The user who read it on the member's behalf. */
  readByUser: messageUser.nullable(),
  /** Whether this member can still open the conversation; false once they have left the patient's care team. */
  hasAccess: z.boolean(),
});
export type MessageReader = z.infer<typeof messageReader>;

export const getMessageReaders = get('/provider/messages/readers', {
  summary: 'Lists which recipients have read a message, and when.',
  auditText: 'Readers of a message',
  access: messaging,
  input: z.object({ ...onBehalfOfQuery.shape, userMessageId: queryId }),
  output: z.object({ readers: z.array(messageReader) }),
});

/** Preview of a message for lists: one line, truncated between characters (docs/domain/messages.md). */
export function messagePreview(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line.length <= messageLimits.preview) return line;
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  if (characters.length <= messageLimits.preview) return line;
  return `${characters.slice(0, messageLimits.preview).join('')}…`;
}
