import { randomUUID } from 'node:crypto';

import { listCharts } from '@careloop/contracts/charts';
import {
  countClinicalRecord,
  listAllergies,
  listBackground,
  listImmunizations,
  listMedications,
  listPlans,
  listProcedures,
} from '@careloop/contracts/clinical-record';
import { getResultTrend, listResults, listResultValues } from '@careloop/contracts/clinical-record/results';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';
import { listConsultations } from '@careloop/contracts/consultations';
import { getDashboard } from '@careloop/contracts/dashboard';
import { getNavigation } from '@careloop/contracts/dashboard/navigation';
import { searchProviders } from '@careloop/contracts/directory';
import { browseDirectory } from '@careloop/contracts/directory/browse';
import { findProviderChoices } from '@careloop/contracts/directory/choices';
import { searchAps } from '@careloop/contracts/directory/search';
import type { CallOf, Endpoint } from '@careloop/contracts/endpoint';
import { getUnreadMessageCount, getUserConversationMessages, markConversationRead } from '@careloop/contracts/messages';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { getPatientInfo, getSectionCounts, listEncounters, listPatients } from '@careloop/contracts/patients';
import { getDemographics } from '@careloop/contracts/patients/demographics';
import { findPatientsBeyond } from '@careloop/contracts/patients/find';
import { countPatients, listRecentPatients, setFavorite } from '@careloop/contracts/patients/lists';
import { getPatientOverview } from '@careloop/contracts/patients/overview';
import { listCareTeam } from '@careloop/contracts/care-teams';
import { createReferral, getReferral, listReferrals } from '@careloop/contracts/referrals';
import { completeReferral } from '@careloop/contracts/referrals/closing';
import { acceptReferral, addReferralComment } from '@careloop/contracts/referrals/processing';
import { getReferralProtocol } from '@careloop/contracts/referrals/protocols';
import { getReferralSuggestions } from '@careloop/contracts/referrals/suggestions';
import { countUnreadReferrals } from '@careloop/contracts/referrals/unread';
import { getContext } from '@careloop/contracts/session';
import { countMyTasks, createTask, listTasks, setTaskStatus } from '@careloop/contracts/tasks';
import { getWorkQueues, listWorkQueueItems } from '@careloop/contracts/work-queues';
import { setWorkQueueItemCompleted } from '@careloop/contracts/work-queues/items';

import type { Caller } from '../harness.ts';
import type { Place } from './place.ts';

/** A call of a screen, or a job, made in the fixed data. */
export interface BudgetedCall {
  name: string;
  /** Absent for a job. */
  endpoint?: Endpoint;
  /** Makes the call once more. */
  run: (place: Place) => Promise<unknown>;
}

function call<E extends Endpoint>(
  name: string,
  endpoint: E,
  inputOf: (place: Place) => CallOf<E> | Promise<CallOf<E>>,
  callerOf: (place: Place) => Caller = ({ provider }) => provider,
): BudgetedCall {
  return {
    name,
    endpoint,
    run: async (place) => {
      const input = await inputOf(place);
      return await place.metered(() => callerOf(place).ok(endpoint, input, headersOf(endpoint)));
    },
  };
}

/** As screens send a call that may be repeated: with a key under which its answer is kept. */
const headersOf = ({ idempotent }: Endpoint): Record<string, string> =>
  idempotent ? { 'idempotency-key': randomUUID() } : {};

/** The call of several users at the same moment, who share statements. */
function atOnce(count: number, one: BudgetedCall): BudgetedCall {
  return {
    ...one,
    name: `${one.name}, ${count} at once`,
    run: async (place) =>
      await place.metered(
        async () =>
          await Promise.all(
            Array.from({ length: count }, async () => await one.run({ ...place, metered: (work) => work() })),
          ),
      ),
  };
}

const nothing = () => ({});
const ofPatient = ({ patientId }: Place) => ({ patientId });
const receiver = ({ receiver: caller }: Place) => caller;
const message = ({ recipientUserIds, conversationPatientId }: Place) => ({
  message: 'Seen today. Blood pressure is at goal; next visit in three months.',
  recipientUserIds,
  patientId: conversationPatientId,
});
const completion = (place: Place) => ({ workQueueEncounterId: place.nextItem(), setCompleted: true });

/**
 * The calls that screens make most, reads before writes; a referral is created, accepted, commented on and completed. Then the job
 * that notifies its receiver.
 */
export const budgetedCalls: readonly BudgetedCall[] = [
  call('read the context of a session', getContext, nothing),
  call('Home', getDashboard, () => ({ timeZone: 'America/New_York' })),
  call('count unread messages', getUnreadMessageCount, nothing),
  call('navigation', getNavigation, nothing),
  call('count unread referrals', countUnreadReferrals, nothing),
  call('count my tasks', countMyTasks, nothing),
  call('queues with counts', getWorkQueues, nothing),
  call('a page of a queue', listWorkQueueItems, ({ workQueueId }) => ({ workQueueId })),
  call('my patients', listPatients, nothing),
  call('my patients by name', listPatients, ({ lastName }) => ({ searchTerm: lastName.slice(0, 3) })),
  call('count my patients', countPatients, nothing),
  call('recent patients', listRecentPatients, nothing),
  call('find patients of the client', findPatientsBeyond, ({ lastName }) => ({ phrase: lastName })),
  call('read a patient', getPatientInfo, ofPatient),
  call('section counts of a patient', getSectionCounts, ofPatient),
  call('overview of a patient', getPatientOverview, ofPatient),
  call('demographics of a patient', getDemographics, ofPatient),
  call('care team of a patient', listCareTeam, ofPatient),
  call('encounters of a patient', listEncounters, ofPatient),
  call('chart tree of a patient', listCharts, ofPatient),
  call('tasks of a patient', listTasks, ofPatient),
  call('size of the clinical record', countClinicalRecord, ofPatient),
  call('clinical summary of a patient', getClinicalSummary, ofPatient),
  call('medications of a patient', listMedications, ofPatient),
  call('allergies of a patient', listAllergies, ofPatient),
  call('results of a patient', listResults, ofPatient),
  call('values of a patient', listResultValues, ofPatient),
  call('trend of a result', getResultTrend, ({ patientId, patientResultId }) => ({ patientId, patientResultId })),
  call('immunizations of a patient', listImmunizations, ofPatient),
  call('procedures of a patient', listProcedures, ofPatient),
  call('plans of a patient', listPlans, ofPatient),
  call('family history and devices of a patient', listBackground, ofPatient),
  call('my referrals with counts', listReferrals, () => ({ direction: 3, withCounts: true })),
  call('read a referral', getReferral, ({ ownReferralId }) => ({ referralId: ownReferralId })),
  // What else is open for the patient, which the receiver of a request sees with it.
  call('open referrals of a patient', listReferrals, ({ patientId }) => ({ patientId, status: 'open' as const })),
  call('open consultations of a patient', listConsultations, ({ patientId }) => ({
    patientId,
    status: 'open' as const,
  })),
  call('suggestions for a referral', getReferralSuggestions, ({ patientId, diagnosisCodedConceptId }) => ({
    patientId,
    diagnosisCodedConceptId,
  })),
  call('protocol of a specialty', getReferralProtocol, ({ patientId }) => ({
    patientId,
    healthcareProviderSpecialtyId: 1,
  })),
  call('my consultations', listConsultations, nothing),
  call('my conversations', getUserConversations, nothing),
  call('open a conversation', getUserConversationMessages, ({ conversationKey }) => ({ conversationKey })),
  call('find a user for a field', searchProviders, () => ({ searchTerm: 'ma' })),
  call('find a provider of the directory', searchAps, ({ patientId }) => ({ searchName: 'ma', patientId })),
  call('choose a provider by name', findProviderChoices, ({ patientId }) => ({ searchTerm: 'ma', patientId })),
  call('choose a provider of a specialty', findProviderChoices, ({ patientId, specialtyId }) => ({
    healthcareProviderSpecialtyId: specialtyId,
    patientId,
  })),
  call('browse the directory', browseDirectory, nothing),
  call('browse the directory of a town', browseDirectory, () => ({ town: 'Worcester, MA', users: 'users' as const })),
  call('mark a conversation read', markConversationRead, ({ conversationKey }) => ({ conversationKey })),
  call('send a message', sendMessage, message),
  call('create a task', createTask, (place) => place.newTask()),
  call('complete a task', setTaskStatus, async (place) => ({ taskId: await place.addTask(), taskStatus: 3 as const })),
  call('add or remove a favorite', setFavorite, (place) => ({ ...ofPatient(place), isFavorite: place.toggle() })),
  call('complete a queue item', setWorkQueueItemCompleted, completion),
  call('create a referral', createReferral, (place) => place.newReferral()),
  call('accept a referral', acceptReferral, async (place) => ({ referralId: await place.sendReferral() }), receiver),
  call(
    'comment on a referral',
    addReferralComment,
    async (place) => ({ referralId: await place.sendReferral(), comment: 'We call the patient today.' }),
    receiver,
  ),
  call(
    'complete a referral',
    completeReferral,
    async (place) => {
      const referralId = await place.sendReferral();
      await place.receiver.ok(acceptReferral, { referralId });
      return { referralId, comment: 'Seen and treated.' };
    },
    receiver,
  ),
  {
    name: 'notify the receiver of a referral',
    run: async (place) => {
      const referralId = await place.sendReferral();
      return await place.metered(() => place.notifyReceiver(referralId));
    },
  },
  atOnce(8, call('read a patient', getPatientInfo, ofPatient)),
  atOnce(8, call('my conversations', getUserConversations, nothing)),
  atOnce(
    8,
    call('read a referral', getReferral, ({ ownReferralId }) => ({ referralId: ownReferralId })),
  ),
];
