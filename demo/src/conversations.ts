import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { Clock } from './clock.ts';
import type { Chart } from './referrals/referrals.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers, Username } from './users.ts';

import { minutesAfter } from './clock.ts';
import { readContent } from './content.ts';
import { Random } from './random.ts';
import { findChart } from './referrals/referrals.ts';
import { username } from './users.ts';

const messagePlan = z.strictObject({
  by: username,
  /** The member on whose behalf it was written. */
  for: username.optional(),
  /** Days ago with hour and minute of that day; for today, hours and minutes ago. */
  sent: z.tuple([z.number(), z.number(), z.number()]),
  text: z.string(),
  urgent: z.boolean().default(false),
  /** Whether the patient's latest document is attached. */
  attached: z.boolean().default(false),
});
type MessagePlan = z.infer<typeof messagePlan>;

const conversationPlan = z.strictObject({
  members: z.tuple([username, username], username),
  /** Last name. */
  patient: z.string().optional(),
  messages: z.array(messagePlan),
  /** Number of unread messages at the end, by member. */
  unread: z.partialRecord(username, z.number()).default({}),
  archivedBy: z.array(username).default([]),
});
type ConversationPlan = z.infer<typeof conversationPlan>;

/** Conversations, numbered in this order, and canned replies. */
const content = readContent(
  'conversations',
  z.strictObject({
    conversations: z.array(conversationPlan),
    cannedReplies: z.array(z.strictObject({ by: username, title: z.string(), message: z.string() })),
  }),
);

interface MessageDeps {
  charts: Chart[];
  users: DemoUsers;
  /** The clock of the client in which a conversation takes place. */
  clocks: Record<'bayColony' | 'prairieRidge', Clock>;
}

/** Conversations with their read state, and some canned replies. */
export function addConversations(rows: Rows, deps: MessageDeps): void {
  for (const plan of content.conversations) addConversation(rows, deps, plan);
  for (const { by, title, message } of content.cannedReplies) {
    rows.add('canned_reply', { user_id: deps.users[by].userId, title, message });
  }
}

function addConversation(rows: Rows, deps: MessageDeps, plan: ConversationPlan): void {
  const { users } = deps;
  const number = rows.count('conversation') + 1;
  const chart = plan.patient === undefined ? null : findChart(deps.charts, plan.patient);
  const times = timesOf(plan, deps.clocks[users[plan.members[0]].client]);
  const lastMessageAt = times.at(-1) ?? new Date();
  const conversationId = rows.add('conversation', {
    conversation_key: keyOf(number),
    patient_id: chart?.patient.patientId ?? null,
    member_ids: plan.members.map((member) => users[member].userId).toSorted((one, other) => one - other),
    last_sequence: plan.messages.length,
    last_message_at: lastMessageAt,
    created_at: times[0] ?? lastMessageAt,
  });
  for (const member of plan.members) {
    rows.put('conversation_member', {
      conversation_id: conversationId,
      user_id: users[member].userId,
      patient_id: chart?.patient.patientId ?? null,
      is_archived: plan.archivedBy.includes(member),
      has_urgent: plan.messages.some((message) => message.urgent),
      sent_count: plan.messages.filter((message) => fromOf(message) === member).length,
      last_message_at: lastMessageAt,
    });
  }
  for (const [index, message] of plan.messages.entries()) {
    addMessage(rows, deps, {
      plan,
      message,
      conversationId,
      sequence: index + 1,
      sentAt: times[index] ?? lastMessageAt,
    });
    if (message.attached) attachLatest(rows, chart, conversationId, index + 1);
  }
}

/** The member a message is from, that is, on whose behalf it was written. */
const fromOf = (message: MessagePlan): Username => message.for ?? message.by;

/** Each message is later than the previous one, and none is in the future. */
function timesOf(plan: ConversationPlan, clock: Clock): Date[] {
  const times: Date[] = [];
  for (const { sent } of plan.messages) {
    const [days, hour, minute] = sent;
    const planned = days === 0 ? clock.ago(0, hour, minute) : clock.workday(-days, hour, minute);
    const before = times.at(-1);
    times.push(before !== undefined && planned <= before ? minutesAfter(before, 1) : planned);
  }
  return times;
}

interface PlacedMessage {
  plan: ConversationPlan;
  message: MessagePlan;
  conversationId: number;
  sequence: number;
  sentAt: Date;
}

function addMessage(rows: Rows, { users, clocks }: MessageDeps, placed: PlacedMessage): void {
  const { plan, message, conversationId, sequence, sentAt } = placed;
  const from = fromOf(message);
  rows.put('message', {
    conversation_id: conversationId,
    sequence,
    message: message.text,
    priority: message.urgent ? 'urgent' : 'normal',
    from_user_id: users[from].userId,
    from_identity_user_id: users[message.by].userId,
    date_sent: sentAt,
  });
  for (const member of plan.members) {
    const isUnread = sequence > plan.messages.length - (plan.unread[member] ?? 0);
    const minutes = new Random(`reading ${conversationId} ${sequence} ${member}`).int(1, 15);
    const readAt = new Date(Math.min(minutesAfter(sentAt, minutes).getTime(), clocks.bayColony.now.getTime()));
    rows.add('user_message', {
      conversation_id: conversationId,
      user_id: users[member].userId,
      sequence,
      is_urgent: message.urgent,
      read_at: member === from ? sentAt : isUnread ? null : readAt,
    });
  }
}

function attachLatest(rows: Rows, chart: Chart | null, conversationId: number, sequence: number): void {
  const document = chart?.documents.at(-1);
  if (document === undefined) throw new Error('There is no document to attach');
  rows.put('message_attachment', {
    conversation_id: conversationId,
    sequence,
    patient_document_id: document.patientDocumentId,
  });
}

/** Returns the same key every time. */
function keyOf(number: number): string {
  const hex = createHash('sha256').update(`conversation ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
