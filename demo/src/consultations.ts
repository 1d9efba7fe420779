import { WorkQueue } from '@careloop/contracts/codes';
import { consultationStatuses } from '@careloop/contracts/codes/consultations';
import { z } from 'zod';

import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import type { DemoProvider } from './providers.ts';
import type { Chart } from './referrals/referrals.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers, Username } from './users.ts';

import { minutesAfter } from './clock.ts';
import { named, readContent } from './content.ts';
import { clientIds } from './organization.ts';
import { findChart } from './referrals/referrals.ts';
import { username } from './users.ts';

const answer = z.strictObject({
  status: z.enum(consultationStatuses).exclude(['pending']),
  /** Hours after the previous step. */
  after: z.number(),
  by: username,
  for: username.optional(),
  notes: z.string().optional(),
});

const plan = z.strictObject({
  /** Last name of a patient on whose care team both are. */
  patient: z.string(),
  by: username,
  for: username.optional(),
  /** Last name of a provider. */
  to: z.string(),
  /** Days and hours ago. */
  sent: z.tuple([z.number(), z.number()]),
  notes: z.string(),
  answers: z.array(answer).default([]),
  isUnread: z.boolean().default(false),
});
type Plan = z.infer<typeof plan>;

interface ConsultationDeps {
  charts: readonly Chart[];
  providers: readonly DemoProvider[];
  users: DemoUsers;
}

/** Medication consultations between members of a patient's care team, and one with a provider who is not a user. */
export function addConsultations(rows: Rows, deps: ConsultationDeps): void {
  for (const one of readContent('consultations', z.array(plan))) addConsultation(rows, deps, one);
}

function addConsultation(rows: Rows, { charts, providers, users }: ConsultationDeps, one: Plan): void {
  const { patient, encounters } = findChart(charts, one.patient);
  const provider = named(providers, one.to);
  const sentAt = patient.clock.ago(...one.sent);
  const latest = encounters.findLast(({ date }) => date <= sentAt);
  const sent: Sent = {
    patientId: patient.patientId,
    clientId: clientIds[patient.client],
    patientEncounterId: latest?.patientEncounterId ?? null,
    encounterDate: latest?.date ?? sentAt,
    provider,
    sentAt,
    events: eventsOf(one, sentAt),
  };
  const consultationId = addRequest(rows, users, one, sent);
  addEvents(rows, users, consultationId, sent.events);
  addQueueItem(rows, users, consultationId, sent);
}

interface Sent {
  patientId: number;
  clientId: number;
  patientEncounterId: number | null;
  encounterDate: Date;
  provider: DemoProvider;
  sentAt: Date;
  /** The steps; the first one is the sending. */
  events: readonly [Event, ...Event[]];
}

const userOf = (users: DemoUsers, name: Username | undefined) => (name === undefined ? null : users[name].userId);

function addRequest(rows: Rows, users: DemoUsers, one: Plan, sent: Sent): number {
  const { provider, sentAt, events } = sent;
  const last = events.at(-1) ?? events[0];
  const answered = events.findLast(({ status }) => status !== 'pending' && status !== 'cancelled');
  return rows.add('consultation', {
    client_id: sent.clientId,
    patient_id: sent.patientId,
    patient_encounter_id: sent.patientEncounterId,
    status: last.status,
    request_notes: one.notes,
    created_by_user_id: users[one.by].userId,
    on_behalf_of_user_id: userOf(users, one.for),
    healthcare_provider_id: provider.healthcareProviderId,
    requested_to_user_id: provider.userId,
    response_notes: answered?.notes ?? null,
    answered_by_user_id: userOf(users, answered?.by),
    answered_for_healthcare_provider_id: answered === undefined ? null : provider.healthcareProviderId,
    answered_at: answered?.at ?? null,
    is_answer_unread: one.isUnread,
    date_created: sentAt,
    status_changed_at: last.at,
    updated_by_user_id: users[last.by].userId,
    version: events.length,
  });
}

function addEvents(rows: Rows, users: DemoUsers, consultationId: number, events: Sent['events']): void {
  for (const [index, event] of events.entries()) {
    rows.add('consultation_event', {
      consultation_id: consultationId,
      occurred_at: event.at,
      user_id: users[event.by].userId,
      on_behalf_of_user_id: userOf(users, event.for),
      action: event.status === 'pending' ? 'created' : event.status,
      from_status: events[index - 1]?.status ?? null,
      to_status: event.status,
      comment: event.notes ?? null,
    });
  }
}

/** The item is in the queue of the person asked, or of the coordinators if that person is not a user. */
function addQueueItem(rows: Rows, users: DemoUsers, consultationId: number, sent: Sent): void {
  const { provider, events } = sent;
  const last = events.at(-1) ?? events[0];
  const isOpen = last.status === 'pending' || last.status === 'acknowledged';
  rows.add('work_queue_encounter', {
    work_queue_id: WorkQueue.careCoordinatorRequest,
    owner_user_id: provider.userId,
    owner_client_id: provider.userId === null ? sent.clientId : null,
    patient_id: sent.patientId,
    patient_encounter_id: sent.patientEncounterId,
    subject_type: 'consultation',
    subject_id: consultationId,
    status: isOpen ? 'open' : 'completed',
    encounter_date: sent.encounterDate,
    created_at: sent.sentAt,
    on_top_from: 'infinity',
    completed_at: isOpen ? null : last.at,
    completed_by_user_id: isOpen ? null : users[last.by].userId,
    version: isOpen ? 1 : 2,
  });
}

interface Event {
  status: ConsultationStatus;
  at: Date;
  by: Username;
  for?: Username | undefined;
  notes?: string | undefined;
}

/** The steps in order; the first one is the sending. */
function eventsOf(one: Plan, sentAt: Date): [Event, ...Event[]] {
  const events: [Event, ...Event[]] = [{ status: 'pending', at: sentAt, by: one.by, for: one.for }];
  for (const { after, ...step } of one.answers) {
    const before = events.at(-1)?.at ?? sentAt;
    events.push({ ...step, at: minutesAfter(before, after * 60) });
  }
  return events;
}
