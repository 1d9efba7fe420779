import { Random } from '@careloop/demo/random';

import { numbers } from './organization.ts';
import {
  busiestCoordinatorOf,
  busiestUserId,
  careTeamOf,
  clientOf,
  coordinatorOf,
  dateBefore,
  placeOfBusiest,
} from './population.ts';
import type { Population } from './population.ts';
import type { GeneratedTable, Row } from './table.ts';

const texts = [
  'Could you look at the results before the visit on Thursday?',
  'Seen today, no change in treatment. The note is in the chart.',
  'The family asks for a call back this afternoon.',
  'Potassium is back to normal; I would keep the dose as it is.',
] as const;

/** Three messages, 23 in every tenth conversation: five on average. */
const messagesOf = (id: number) => (id % 10 === 0 ? 23 : 3);

interface GeneratedConversation {
  id: number;
  patientId: number;
  /** In ascending order; members send messages in turn. */
  memberIds: number[];
  count: number;
  lastMessageAt: Date;
  /** Number of messages at the end that only their senders have read. */
  unread: number;
  /** Members who archived the conversation. */
  archivedBy: number | null;
  minutesBetween: number;
}

/** The providers on a patient's care team. */
function providersOf(population: Population, patientId: number): number[] {
  const team = careTeamOf(population, patientId).filter(({ status }) => status === 'accepted');
  return team.map(({ userId }) => userId).filter((userId) => userId !== busiestCoordinatorOf(population));
}

/**
 * Conversations between members of a patient's care team about the patient, with coordinators of the client added if
 * there are too few members. The busiest provider has separate conversations.
 */
function betweenColleagues(population: Population, id: number): GeneratedConversation {
  const { scale, now } = population;
  const random = new Random(`conversation ${id}`);
  // Patients are spread over all conversations, so that no two are about the same patient.
  const patientId = 1 + Math.floor(((id - 1) * scale.patients) / scale.conversations);
  const isBusiest = (userId: number) => scale.busiest.conversations > 0 && userId === busiestUserId;
  const team = providersOf(population, patientId).filter((userId) => !isBusiest(userId));
  const colleagues = team.slice(0, 3);
  for (let number = 2; colleagues.length < 2; number += 1) {
    colleagues.push(coordinatorOf(population, clientOf(scale, patientId), number));
  }
  return {
    id,
    patientId,
    memberIds: colleagues.toSorted((one, other) => one - other),
    count: messagesOf(id),
    lastMessageAt: dateBefore(now, 0.01 + random.next() * 300),
    unread: random.chance(0.3) ? random.int(1, 3) : 0,
    archivedBy: null,
    minutesBetween: random.int(5, 200),
  };
}

/** Number of the busiest provider's conversations with unread messages: one day's work, regardless of the total. */
const busiestUnread = 50;

/** Number of unread messages at the end of the longest conversation. */
const unreadOfLongest = 30;

/**
 * Conversations of the busiest provider with a colleague and always the same coordinator about a patient of the first
 * client; the first one is the longest.
 */
function ofBusiest(population: Population, id: number): GeneratedConversation {
  const { scale, now, colleaguesOfBusiest } = population;
  const random = new Random(`conversation ${id}`);
  const number = id - scale.conversations - 1;
  const { patientId, index } = placeOfBusiest(scale, number);
  const team = providersOf(population, patientId).filter((userId) => userId !== busiestUserId);
  const colleagues = [...new Set([...team, ...colleaguesOfBusiest])];
  const colleagueId = colleagues[index];
  if (colleagueId === undefined) throw new Error('The busiest provider has too few colleagues');
  const unreadEvery = Math.max(4, Math.floor(scale.busiest.conversations / busiestUnread));
  const unread = number === 0 ? unreadOfLongest : number % unreadEvery === 1 ? 2 : 0;
  return {
    id,
    patientId,
    // Providers have the lower numbers.
    memberIds: [busiestUserId, colleagueId, busiestCoordinatorOf(population)],
    count: number === 0 ? scale.busiest.messages : messagesOf(id),
    lastMessageAt: dateBefore(now, 0.01 + random.next() * 1_500),
    unread,
    archivedBy: number % 3 === 2 && unread === 0 ? busiestUserId : null,
    minutesBetween: number === 0 ? 1 : 30,
  };
}

function* conversations(population: Population): Generator<GeneratedConversation> {
  const { conversations: usual, busiest } = population.scale;
  for (const id of numbers(usual)) yield betweenColleagues(population, id);
  for (const number of numbers(busiest.conversations)) yield ofBusiest(population, usual + number);
}

const fromOf = ({ memberIds }: GeneratedConversation, sequence: number) => memberIds[sequence % memberIds.length] ?? 0;
const isUrgent = (id: number, sequence: number) => (id + sequence) % 20 === 0;

function sentAt({ lastMessageAt, count, minutesBetween }: GeneratedConversation, sequence: number): Date {
  return new Date(lastMessageAt.getTime() - (count - sequence) * minutesBetween * 60_000);
}

function* conversationRows(population: Population) {
  for (const { id, patientId, memberIds, count, lastMessageAt } of conversations(population)) {
    yield {
      conversation_id: id,
      conversation_key: `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`,
      patient_id: patientId,
      member_ids: `{${memberIds.join(',')}}`,
      last_sequence: count,
      last_message_at: lastMessageAt,
    };
  }
}

function* memberRows(population: Population) {
  for (const conversation of conversations(population)) {
    const { id, patientId, memberIds, count, lastMessageAt, archivedBy } = conversation;
    const sequences = [...numbers(count)];
    for (const userId of memberIds) {
      yield {
        conversation_id: id,
        user_id: userId,
        is_archived: userId === archivedBy,
        has_urgent: sequences.some((sequence) => isUrgent(id, sequence)),
        sent_count: sequences.filter((sequence) => fromOf(conversation, sequence) === userId).length,
        last_message_at: lastMessageAt,
        patient_id: patientId,
      };
    }
  }
}

function* messageRows(population: Population) {
  for (const conversation of conversations(population)) {
    const { id, count } = conversation;
    for (const sequence of numbers(count)) {
      const fromId = fromOf(conversation, sequence);
      yield {
        conversation_id: id,
        sequence,
        message: texts[(id + sequence) % texts.length] ?? '',
        priority: isUrgent(id, sequence) ? 'urgent' : 'normal',
        from_user_id: fromId,
        from_identity_user_id: fromId,
        date_sent: sentAt(conversation, sequence),
      };
    }
  }
}

function* userMessageRows(population: Population): Generator<Row> {
  let userMessageId = 0;
  for (const conversation of conversations(population)) {
    const { id, memberIds, count, unread } = conversation;
    for (const sequence of numbers(count)) {
      for (const userId of memberIds) {
        userMessageId += 1;
        const isUnread = sequence > count - unread && fromOf(conversation, sequence) !== userId;
        yield {
          user_message_id: userMessageId,
          conversation_id: id,
          user_id: userId,
          sequence,
          is_urgent: isUrgent(id, sequence),
          read_at: isUnread ? null : sentAt(conversation, sequence),
        };
      }
    }
  }
}

/** Conversations with their messages and each member's read state. */
export const messageTables: GeneratedTable[] = [
  { name: 'conversation', rows: conversationRows },
  { name: 'conversation_member', rows: memberRows },
  { name: 'message', rows: messageRows },
  { name: 'user_message', rows: userMessageRows },
];
