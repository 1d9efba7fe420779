import { WorkQueue } from '@careloop/contracts/codes';
import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';

import type { DemoProvider } from './providers.ts';
import type { Chart } from './referrals/referrals.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers, Username } from './users.ts';

import { minutesAfter } from './clock.ts';
import { clientIds } from './organization.ts';

interface Answer {
  status: Exclude<ConsultationStatus, 'pending'>;
  /** Hours after the previous step. */
  after: number;
  by: Username;
  for?: Username;
  notes?: string;
}

interface Plan {
  /** Last name of a patient on whose care team both are. */
  patient: string;
  by: Username;
  for?: Username;
  /** Last name of a provider. */
  to: string;
  /** Days and hours ago. */
  sent: [number, number];
  notes: string;
  answers?: readonly Answer[];
  isUnread?: true;
}

const plans: readonly Plan[] = [
  {
    patient: 'Dubois',
    by: 'drnguyen',
    to: 'Patel',
    sent: [24, 3],
    notes:
      'Lightheaded on standing since the last dose change. Which of the blood pressure tablets would you lower first?',
    answers: [
      {
        status: 'accepted_with_change',
        after: 5,
        by: 'drpatel',
        notes:
          'Please halve the evening dose for two weeks and send me the home readings. Leave the morning tablet as it is.',
      },
    ],
  },
  {
    patient: 'Chen',
    by: 'drnguyen',
    to: 'Patel',
    sent: [18, 6],
    notes:
      'Started on a statin in June, now muscle aches and a normal CK. Can he change to rosuvastatin at a low dose?',
    answers: [{ status: 'accepted', after: 22, by: 'drpatel', notes: 'Yes, 5 mg every other day to begin with.' }],
  },
  {
    patient: 'DiBenedetto',
    by: 'drnguyen',
    to: 'Patel',
    sent: [15, 2],
    notes: 'Is there an inhaler you would prefer next to his beta blocker?',
    answers: [
      {
        status: 'declined',
        after: 30,
        by: 'office',
        for: 'drpatel',
        notes: 'Dr. Patel asks that pulmonology decides on the inhaler. His heart medication can stay as it is.',
      },
    ],
  },
  {
    patient: 'Chen',
    by: 'office',
    for: 'drpatel',
    to: 'Nguyen',
    sent: [11, 4],
    notes: 'We are about to start metoprolol. Does anything in his diabetes treatment speak against it?',
    answers: [
      { status: 'acknowledged', after: 3, by: 'drnguyen' },
      {
        status: 'accepted',
        after: 20,
        by: 'drnguyen',
        notes: 'No objection. I will tell him what low sugars feel like on it.',
      },
    ],
    isUnread: true,
  },
  {
    patient: 'Montgomery-Wainwright',
    by: 'coordinator',
    to: 'Patel',
    sent: [9, 1],
    notes: 'His pharmacy asks whether colchicine is still wanted for the gout.',
    answers: [{ status: 'cancelled', after: 2, by: 'coordinator' }],
  },
  {
    patient: 'St. Pierre',
    by: 'drpatel',
    to: 'Nguyen',
    sent: [3, 5],
    notes: 'Potassium was 5.4 on Monday. Could you review what else he takes before I stop the spironolactone?',
    answers: [
      { status: 'acknowledged', after: 6, by: 'drnguyen', notes: 'I have asked for the list from his pharmacy.' },
    ],
  },
  {
    patient: 'DiBenedetto',
    by: 'coordinator',
    to: 'Beauchamp',
    sent: [2, 7],
    notes: 'Discharged with two inhalers of the same kind. Which one should he keep?',
  },
  {
    patient: 'Fitzgerald',
    by: 'drpatel',
    to: 'Nguyen',
    sent: [1, 2],
    notes: 'Home readings are 105/60. May I stop the amlodipine that you prescribed in spring?',
  },
];

interface ConsultationDeps {
  charts: readonly Chart[];
  providers: readonly DemoProvider[];
  users: DemoUsers;
}

/** Medication consultations between members of a patient's care team, and one with a provider who is not a user. */
export function addConsultations(rows: Rows, deps: ConsultationDeps): void {
  for (const plan of plans) addConsultation(rows, deps, plan);
}

function addConsultation(rows: Rows, { charts, providers, users }: ConsultationDeps, plan: Plan): void {
  const chart = charts.find(({ patient }) => patient.lastName === plan.patient);
  const provider = providers.find(({ lastName }) => lastName === plan.to);
  if (chart === undefined || provider === undefined) throw new Error(`No ${plan.patient} or ${plan.to}`);
  const { patient, encounters } = chart;
  const sentAt = patient.clock.ago(...plan.sent);
  const latest = encounters.findLast(({ date }) => date <= sentAt);
  const sent: Sent = {
    patientId: patient.patientId,
    clientId: clientIds[patient.client],
    patientEncounterId: latest?.patientEncounterId ?? null,
    encounterDate: latest?.date ?? sentAt,
    provider,
    sentAt,
    events: eventsOf(plan, sentAt),
  };
  const consultationId = addRequest(rows, users, plan, sent);
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

function addRequest(rows: Rows, users: DemoUsers, plan: Plan, sent: Sent): number {
  const { provider, sentAt, events } = sent;
  const last = events.at(-1) ?? events[0];
  const answer = events.findLast(({ status }) => status !== 'pending' && status !== 'cancelled');
  return rows.add('consultation', {
    client_id: sent.clientId,
    patient_id: sent.patientId,
    patient_encounter_id: sent.patientEncounterId,
    status: last.status,
    request_notes: plan.notes,
    created_by_user_id: users[plan.by].userId,
    on_behalf_of_user_id: userOf(users, plan.for),
    healthcare_provider_id: provider.healthcareProviderId,
    requested_to_user_id: provider.userId,
    response_notes: answer?.notes ?? null,
    answered_by_user_id: userOf(users, answer?.by),
    answered_for_healthcare_provider_id: answer === undefined ? null : provider.healthcareProviderId,
    answered_at: answer?.at ?? null,
    is_answer_unread: plan.isUnread === true,
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
function eventsOf(plan: Plan, sentAt: Date): [Event, ...Event[]] {
  const events: [Event, ...Event[]] = [{ status: 'pending', at: sentAt, by: plan.by, for: plan.for }];
  for (const { after, ...answer } of plan.answers ?? []) {
    const before = events.at(-1)?.at ?? sentAt;
    events.push({ ...answer, at: minutesAfter(before, after * 60) });
  }
  return events;
}
