import { openReferralStatuses, WorkQueue } from '@careloop/contracts/codes';
import { Random } from '@careloop/demo/random';

import { diagnosisRows, pickCategory, pickDiagnosis } from './diagnoses.ts';
import { numbers, specialtyOf } from './organization.ts';
import { encountersOf } from './patients.ts';
import { careTeamOf, clientOf, dateBefore, pickProvider } from './population.ts';
import type { Population } from './population.ts';
import type { GeneratedTable, Row } from './table.ts';

const statuses = [
  ...Array.from({ length: 5 }, () => 'pending' as const),
  ...Array.from({ length: 3 }, () => 'accepted' as const),
  ...Array.from({ length: 3 }, () => 'scheduled' as const),
  ...Array.from({ length: 6 }, () => 'completed' as const),
  ...Array.from({ length: 2 }, () => 'declined' as const),
  'cancelled' as const,
];
const openStatuses = new Set<string>(openReferralStatuses);
const urgencies = [30, 30, 30, 7, 7, 1] as const;
const reasons = [
  'Evaluation and treatment of recurrent chest pain on exertion',
  'Second opinion on management before elective surgery',
  'Persistent symptoms in spite of first-line therapy',
  'Follow-up after discharge within thirty days',
] as const;

interface GeneratedReferral {
  referralId: number;
  clientId: number;
  patientId: number;
  status: (typeof statuses)[number];
  urgencyDays: number;
  /** Providers who are users. Their user, directory record and address have the same number. */
  senderId: number;
  receiverId: number;
  createdAt: Date;
  answeredAt: Date;
  reason: string;
}

/** Referrals are spread evenly over the patients. One in eleven of the open ones is overdue; the others are older. */
function referralOf(population: Population, referralId: number): GeneratedReferral {
  const { scale, now } = population;
  const random = new Random(`referral ${referralId}`);
  const stride = scale.patients / scale.referrals;
  const patientId = Math.min(scale.patients, 1 + Math.floor((referralId - 1) * stride + random.next() * stride));
  const clientId = clientOf(scale, patientId);
  const status = random.pick(statuses);
  const urgencyDays = random.pick(urgencies);
  const isOpen = openStatuses.has(status);
  const daysAgo = isOpen ? random.next() * urgencyDays * 1.1 : 1 + random.next() * 700;
  const receiverId = pickProvider(population, random, clientId);
  const senderId = careTeamOf(population, patientId)[0]?.userId ?? receiverId;
  return {
    referralId,
    clientId,
    patientId,
    status,
    urgencyDays,
    senderId,
    receiverId,
    createdAt: dateBefore(now, daysAgo),
    answeredAt: dateBefore(now, daysAgo * random.next()),
    reason: random.pick(reasons),
  };
}

const dueAtOf = ({ createdAt, urgencyDays }: GeneratedReferral) =>
  new Date(createdAt.getTime() + urgencyDays * 86_400_000);

/** Seven of eight referrals name a diagnosis. */
function diagnosisOf(referralId: number): number | null {
  const random = new Random(`diagnosis ${referralId}`);
  return random.chance(1 / 8) ? null : pickDiagnosis(random, pickCategory(random));
}

function* referralRows(population: Population) {
  for (const id of numbers(population.scale.referrals)) {
    const referral = referralOf(population, id);
    const { status, senderId, receiverId, createdAt, urgencyDays } = referral;
    yield {
      referral_id: id,
      client_id: referral.clientId,
      patient_id: referral.patientId,
      status,
      urgency_days: urgencyDays,
      due_at: dueAtOf(referral),
      referral_reason: referral.reason,
      diagnosis_coded_concept_id: diagnosisOf(id),
      created_by_user_id: senderId,
      referred_by_healthcare_provider_id: senderId,
      healthcare_provider_id: receiverId,
      search_specialty_id: specialtyOf(receiverId),
      healthcare_provider_address_info_id: receiverId,
      referred_to_user_id: receiverId,
      updated_by_user_id: status === 'pending' ? senderId : receiverId,
      decline_reason: status === 'declined' ? 'availability' : null,
      date_created: createdAt,
      status_changed_at: status === 'pending' ? createdAt : referral.answeredAt,
    };
  }
}

function* eventRows(population: Population) {
  for (const referral_id of numbers(population.scale.referrals)) {
    const { status, senderId, receiverId, createdAt, answeredAt } = referralOf(population, referral_id);
    const created = { occurred_at: createdAt, user_id: senderId, action: 'created', to_status: 'pending' };
    yield { referral_event_id: 2 * referral_id - 1, referral_id, ...created, from_status: null };
    if (status === 'pending') continue;
    const answered = { occurred_at: answeredAt, user_id: receiverId, action: status, to_status: status };
    yield { referral_event_id: 2 * referral_id, referral_id, ...answered, from_status: 'pending' };
  }
}

/** A referral waits in its receiver's queue until it is answered. */
function referralItem(population: Population, id: number): Row {
  const referral = referralOf(population, id);
  const { receiverId, patientId, status, createdAt, answeredAt, urgencyDays } = referral;
  const [encounter] = encountersOf(population, patientId);
  const isOpen = status === 'pending' || status === 'accepted';
  return {
    work_queue_encounter_id: id,
    work_queue_id: WorkQueue.referralToProcess,
    owner_user_id: receiverId,
    owner_client_id: null,
    patient_id: patientId,
    patient_encounter_id: encounter?.encounterId ?? null,
    subject_type: 'referral',
    subject_id: id,
    status: isOpen ? 'open' : 'completed',
    encounter_date: encounter?.date ?? createdAt,
    created_at: createdAt,
    on_top_from: urgencyDays <= 1 ? '-infinity' : isOpen ? dueAtOf(referral) : 'infinity',
    completed_at: isOpen ? null : answeredAt,
    completed_by_user_id: isOpen ? null : receiverId,
  };
}

const { referralToProcess, referralsDeclined, referralExceptions, careCoordinatorRequest } = WorkQueue;
/** Queues of the other items, weighted by how often each appears here. */
const usersQueues = [
  ...Array.from({ length: 5 }, () => careCoordinatorRequest),
  ...Array.from({ length: 3 }, () => referralToProcess),
  referralsDeclined,
  referralExceptions,
];
const clientsQueues = [WorkQueue.referralNeedsPhysicianSelection, referralExceptions];

/**
 * An item about an encounter, owned by a member of the patient's care team or, occasionally, by the client's
 * coordinators.
 */
function encounterItem(population: Population, id: number): Row {
  const { scale, now } = population;
  const random = new Random(`item ${id}`);
  const patientId = random.int(1, scale.patients);
  const encounter = random.pick(encountersOf(population, patientId));
  const team = careTeamOf(population, patientId).filter(({ status }) => status === 'accepted');
  const ownerId = random.chance(0.02) ? null : random.pick(team).userId;
  const isOpen = random.chance(0.3);
  const ageMs = now.getTime() - encounter.date.getTime();
  return {
    work_queue_encounter_id: id,
    work_queue_id: random.pick<number>(ownerId === null ? clientsQueues : usersQueues),
    owner_user_id: ownerId,
    owner_client_id: ownerId === null ? clientOf(scale, patientId) : null,
    patient_id: patientId,
    patient_encounter_id: encounter.encounterId,
    subject_type: null,
    subject_id: null,
    status: isOpen ? 'open' : 'completed',
    encounter_date: encounter.date,
    created_at: new Date(encounter.date.getTime() + ageMs * 0.1),
    on_top_from: 'infinity',
    completed_at: isOpen ? null : new Date(encounter.date.getTime() + ageMs * 0.5),
    completed_by_user_id: isOpen ? null : ownerId,
  };
}

function* itemRows(population: Population) {
  const { referrals, workQueueItems } = population.scale;
  for (const id of numbers(workQueueItems)) {
    yield id <= referrals ? referralItem(population, id) : encounterItem(population, id);
  }
}

/** Referrals with their timeline, and the items of the work queues. */
export const workTables: GeneratedTable[] = [
  { name: 'diagnosis_code', rows: diagnosisRows },
  { name: 'referral', rows: referralRows },
  { name: 'referral_event', rows: eventRows },
  { name: 'work_queue_encounter', rows: itemRows },
];
