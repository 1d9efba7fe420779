import type { ProviderSelectionReason } from '@careloop/contracts/codes/referrals';

import type { CareTeams } from '../careTeam.ts';
import type { DemoDocument } from '../documents.ts';
import type { DemoEncounter } from '../encounters.ts';
import type { DemoPatient } from '../patients.ts';
import type { DemoProvider } from '../providers.ts';
import type { ReferralPlan } from './plans.ts';
import type { Rows } from '../rows.ts';
import type { DemoUsers } from '../users.ts';

import { daysAfter } from '../clock.ts';
import { conditionOf } from '../conditions.ts';
import { named } from '../content.ts';
import { clientIds } from '../organization.ts';
import { answeredProtocol } from '../referralProtocols.ts';
import { Random } from '../random.ts';
import { addNotification } from './deliveries.ts';
import { referralPlans } from './plans.ts';
import { ReferralStory } from './referralStory.ts';

export interface Chart {
  patient: DemoPatient;
  encounters: DemoEncounter[];
  documents: DemoDocument[];
}

export interface ReferralDeps {
  charts: Chart[];
  providers: DemoProvider[];
  users: DemoUsers;
  teams: CareTeams;
  specialtyIds: Map<string, number>;
  diagnosisIds: Map<string, number>;
}

/** Every referral with its timeline, comments, documents, appointment, queue items and notification. */
export function addReferrals(rows: Rows, deps: ReferralDeps): void {
  const sent = referralPlans.map((plan) => {
    const chart = findChart(deps.charts, plan.patient);
    return { plan, chart, sentAt: timeOfSending(plan, chart.patient) };
  });
  const inOrder = sent.toSorted((one, two) => one.sentAt.getTime() - two.sentAt.getTime());
  const told = new Map<string, Told>();
  for (const { plan, chart, sentAt } of inOrder) {
    const key = `${plan.patient} ${plan.about}`;
    const previous = plan.follows ? told.get(key) : undefined;
    if (plan.follows && previous === undefined) throw new Error(`${key} follows no referral`);
    told.set(key, addReferral(rows, deps, { plan, chart, sentAt, previous }));
  }
}

function timeOfSending(plan: ReferralPlan, { clock }: DemoPatient): Date {
  const random = new Random(`sending ${plan.patient} ${plan.about}`);
  const [days, hours] = plan.sent;
  const minutes = random.int(0, 50);
  if (days === 0) return clock.ago(0, hours, minutes);
  // Recent referrals keep their exact days, so that due times are correct; older ones are moved to workdays.
  return days < 8 ? clock.at(-days, 8 + hours, minutes) : clock.workday(-days, 8 + hours, minutes);
}

/** A referral that has been added to the rows, with its story. */
interface Told {
  referralId: number;
  story: ReferralStory;
}

interface Sent {
  plan: ReferralPlan;
  chart: Chart;
  sentAt: Date;
  previous: Told | undefined;
}

function addReferral(rows: Rows, deps: ReferralDeps, { plan, chart, sentAt, previous }: Sent): Told {
  const { patient } = chart;
  const random = new Random(`referral ${plan.patient} ${plan.about} ${plan.sent[0]}`);
  const story = tellStory(deps, plan, patient, sentAt, random);
  const referralId = rows.add('referral', {
    ...requestOf(deps, plan, story, random),
    ...outcomeOf(deps, plan, story),
    previous_referral_id: previous?.referralId ?? null,
    is_answer_unread: plan.isUnread,
  });
  previous?.story.sentAgain(rows, previous.referralId, {
    by: deps.users[plan.by].userId,
    for: plan.for === undefined ? null : deps.users[plan.for].userId,
    at: sentAt,
  });
  attachDocuments(rows, chart, plan, referralId, sentAt, random);
  story.addRows(rows, referralId, chart.encounters);
  joinTeams(deps, plan, story);
  const receiver = story.firstUser;
  if (receiver !== null) {
    addNotification(rows, deps.users, { referralId, patient, plan, receiver, sentAt: story.firstUserAt });
  }
  return { referralId, story };
}

function tellStory(deps: ReferralDeps, plan: ReferralPlan, patient: DemoPatient, sentAt: Date, random: Random) {
  const sender = deps.users[plan.by].userId;
  const behalf = plan.for === undefined ? null : deps.users[plan.for].userId;
  const receiver = typeof plan.to === 'string' ? named(deps.providers, plan.to) : null;
  const story = new ReferralStory({ patient, sender, behalf, receiver, sentAt, urgencyDays: plan.urgency, random });
  for (const step of plan.steps) story.take(step, deps);
  story.passDueTime();
  story.passVisit();
  return story;
}

/** Why most providers are selected. */
const likelyReasons: readonly ProviderSelectionReason[] = [
  'established_physician',
  'proximity',
  'patient_choice',
  'first_available_in_network',
];

/** The request: reason, recipient and sender. */
function requestOf(deps: ReferralDeps, plan: ReferralPlan, story: ReferralStory, random: Random) {
  const { patient, sentAt } = story;
  // Of its own, so that it does not change what is picked after it.
  const reasons = new Random(`selection ${plan.patient} ${plan.about} ${plan.sent[0]}`);
  const number = random.chance(0.3) ? `AUTH-${random.int(100_000, 999_999)}` : null;
  return {
    client_id: clientIds[patient.client],
    patient_id: patient.patientId,
    urgency_days: plan.urgency,
    due_at: daysAfter(sentAt, plan.urgency),
    referral_type: plan.type,
    provider_selection_reason: story.receiver === null || reasons.chance(0.4) ? null : reasons.pick(likelyReasons),
    referral_reason: plan.reason,
    additional_info: plan.info ?? null,
    authorization_code: plan.authorization ?? number,
    diagnosis_coded_concept_id: deps.diagnosisIds.get(conditionOf(plan.about).code) ?? null,
    created_by_user_id: deps.users[plan.by].userId,
    on_behalf_of_user_id: plan.for === undefined ? null : deps.users[plan.for].userId,
    referred_by_healthcare_provider_id: findReferrer(deps, plan).healthcareProviderId,
    caregiver_name: patient.caregiver,
    cell_phone: patient.cellPhone,
    given_sms_consent: patient.cellPhone !== null && plan.sms,
    date_created: sentAt,
  };
}

/** The current state. */
function outcomeOf(deps: ReferralDeps, plan: ReferralPlan, story: ReferralStory) {
  const specialty = typeof plan.to === 'string' ? story.receiver?.specialty : plan.to.specialty;
  return {
    status: story.status,
    healthcare_provider_id: story.receiver?.healthcareProviderId ?? null,
    healthcare_provider_address_info_id: story.receiver?.addressInfoId ?? null,
    referred_to_user_id: story.receiver?.userId ?? null,
    healthcare_provider_specialty_id: deps.specialtyIds.get(specialty ?? '') ?? null,
    // JSON value, not text, because the rows are written from one JSON parameter.
    protocol: (plan.protocol === undefined ? null : answeredProtocol(specialty ?? '', plan.protocol)) as never,
    decline_reason: story.declineReason,
    decline_reason_other: story.declineReasonOther,
    accepted_for_healthcare_provider_id: story.acceptedFor?.healthcareProviderId ?? null,
    status_changed_at: story.statusChangedAt,
    updated_by_user_id: story.changedBy,
    version: story.version,
  };
}

/** The chart of the patient with this last name. */
export function findChart(charts: readonly Chart[], lastName: string): Chart {
  const chart = charts.find(({ patient }) => patient.lastName === lastName);
  if (chart === undefined) throw new Error(`The demo has no ${lastName}`);
  return chart;
}

/** The provider on whose behalf it is sent: the one named by a coordinator, or else the sender's own record. */
function findReferrer(deps: ReferralDeps, plan: ReferralPlan): DemoProvider {
  if (plan.from !== undefined) return named(deps.providers, plan.from);
  const username = plan.for ?? plan.by;
  const provider = deps.providers.find((candidate) => candidate.username === username);
  if (provider === undefined) throw new Error(`${username} is no provider: name one`);
  return provider;
}

/** One to four documents of the chart, the relevant ones first. */
function attachDocuments(
  rows: Rows,
  chart: Chart,
  plan: ReferralPlan,
  referralId: number,
  sentAt: Date,
  random: Random,
): void {
  const known = chart.documents.filter(({ date }) => date <= sentAt);
  const isAbout = ({ note }: DemoDocument) => {
    const { occasion } = note.encounter;
    return occasion.kind !== 'other' && occasion.condition === plan.about;
  };
  const chosen = [
    ...known.filter(isAbout).slice(-3),
    ...random.some(
      known.filter((document) => !isAbout(document)),
      1,
    ),
  ];
  for (const { patientDocumentId, date, note, key, byteCount, pageCount } of chosen) {
    rows.add('sent_chart', {
      referral_id: referralId,
      association_type: 'document',
      patient_document_id: patientDocumentId,
      chart_name: note.name,
      chart_type_name: note.type,
      chart_date: date,
      content_type: 'text/plain',
      page_count: pageCount,
      byte_count: byteCount,
      sha256: key,
      storage_key: key,
      date_sent: sentAt,
    });
  }
}

/** The sender was already on the care team; the user who accepts joins it. */
function joinTeams(deps: ReferralDeps, plan: ReferralPlan, story: ReferralStory): void {
  const { patientId } = story.patient;
  const referrer = deps.users[plan.for ?? plan.by];
  if (deps.providers.some(({ userId }) => userId === referrer.userId)) {
    deps.teams.accept(patientId, referrer.userId, {
      relationship: 'established',
      changedAt: daysAfter(story.sentAt, -60),
    });
  }
  if (story.accepted === null || story.acceptedFor?.userId == null) return;
  deps.teams.accept(patientId, story.acceptedFor.userId, {
    relationship: 'new',
    invitedBy: story.accepted.by,
    changedAt: story.accepted.at,
  });
}
