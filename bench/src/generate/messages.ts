import { Random } from '@careloop/demo/random';

import { numbers } from './organisation.ts';
import { careTeamOf, clientOf, dateBefore, pickProvider } from './population.ts';
import type { Population } from './population.ts';
import type { GeneratedTable, Row } from './table.ts';

const texts = [
  'Could you look at the results before the visit on Thursday?',
  'Seen today, no change in treatment. The note is in the chart.',
  'The family asks for a call back this afternoon.',
  'Potassium is back to normal; I would keep the dose as it is.',
] as const;

/** Three messages, and in every tenth conversation 23: five on average. */
const messagesOf = (id: number) => (id % 10 === 0 ? 23 : 3);

interface GeneratedConversation {
  id: number;
  patientId: number;
  /** In ascending order; the messages are from each in turn. */
  memberIds: number[];
  count: number;
  lastMessageAt: Date;
  /** Of the last messages nobody has read those of others. */
  unread: number;
  minutesBetween: number;
}

/** Colleagues of a patient's care team about the patient, with one of the client's coordinators where there is but one. */
function betweenColleagues(population: Population, id: number): GeneratedConversation {
  const { scale, now } = population;
  const random = new Random(`conversation ${id}`);
  // Patients in turn over the whole, so that no two conversations are about the same one.
  const patientId = 1 + Math.floor(((id - 1) * scale.patients) / scale.conversations);
  const team = careTeamOf(population, patientId).filter(({ status }) => status === 'accepted');
  const colleagues = team.slice(0, 3).map(({ userId }) => userId);
  if (colleagues.length < 2) colleagues.push(coordinatorOf(population, clientOf(scale, patientId), 2));
  return {
    id,
    patientId,
    memberIds: colleagues.toSorted((one, other) => one - other),
    count: messagesOf(id),
    lastMessageAt: dateBefore(now, 0.01 + random.next() * 300),
    unread: random.chance(0.3) ? random.int(1, 3) : 0,
    minutesBetween: random.int(5, 200),
  };
}

/** A coordinator of a client: they are dealt to the clients in turn. */
function coordinatorOf({ users, scale }: Population, clientId: number, number: number): number {
  return users.providers + clientId + (number - 1) * scale.clients;
}

/** The coordinator with the most conversations. */
export function busiestUserOf(population: Population): number {
  return coordinatorOf(population, 1, 1);
}

/** The busiest coordinator with a provider about some patient of the first client; the first one is the longest. */
function ofBusiest(population: Population, id: number): GeneratedConversation {
  const { scale, now } = population;
  const random = new Random(`conversation ${id}`);
  const number = id - scale.conversations - 1;
  const patients = Math.floor(scale.patients / scale.clients);
  const patientId = (number % patients) * scale.clients + 1;
  // Another provider each time that it is about the same patient, those of the care team first.
  const team = careTeamOf(population, patientId).filter(({ status }) => status === 'accepted');
  const providers = new Set([...team.map(({ userId }) => userId), ...(population.panels[1] ?? [])]);
  const providerId = [...providers][Math.floor(number / patients) % providers.size];
  return {
    id,
    patientId,
    memberIds: [providerId ?? pickProvider(population, random, 1), busiestUserOf(population)],
    count: number === 0 ? scale.busiest.messages : messagesOf(id),
    lastMessageAt: dateBefore(now, 0.01 + random.next() * 1_500),
    unread: random.chance(0.01) ? 1 : 0,
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
    const { id, memberIds, count, lastMessageAt } = conversation;
    const sequences = [...numbers(count)];
    for (const userId of memberIds) {
      yield {
        conversation_id: id,
        user_id: userId,
        has_urgent: sequences.some((sequence) => isUrgent(id, sequence)),
        sent_count: sequences.filter((sequence) => fromOf(conversation, sequence) === userId).length,
        last_message_at: lastMessageAt,
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

/** Conversations with their messages, and what each member has read of them. */
export const messageTables: GeneratedTable[] = [
  { name: 'conversation', rows: conversationRows },
  { name: 'conversation_member', rows: memberRows },
  { name: 'message', rows: messageRows },
  { name: 'user_message', rows: userMessageRows },
];
