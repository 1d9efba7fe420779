import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { leaveTeam, listCareTeam } from '@careloop/contracts/care-teams';
import { joinCareTeam } from '@careloop/contracts/care-teams/members';
import { listCharts } from '@careloop/contracts/charts';
import { archiveDocument } from '@careloop/contracts/charts/archive';
import { getDocument } from '@careloop/contracts/charts/viewer';
import { countClinicalRecord, listAllergies } from '@careloop/contracts/clinical-record';
import { saveAllergy } from '@careloop/contracts/clinical-record/editing';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';
import { WorkQueue, chartAssociationType } from '@careloop/contracts/codes';
import {
  completeConsultation,
  countUnreadAnswers,
  createConsultation,
  getConsultation,
  listConsultations,
} from '@careloop/contracts/consultations';
import { getDashboard } from '@careloop/contracts/dashboard';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { getPatientInfo, getSectionCounts, listAppointments, listPatients } from '@careloop/contracts/patients';
import { getActivityFilters, listActivities } from '@careloop/contracts/patients/activities';
import { getDemographics, saveDemography } from '@careloop/contracts/patients/demographics';
import { listPatientChanges } from '@careloop/contracts/patients/history';
import { countPatients } from '@careloop/contracts/patients/lists';
import { createReferral, getReferral, listReferrals } from '@careloop/contracts/referrals';
import { cancelAppointment } from '@careloop/contracts/referrals/appointments';
import { completeReferral } from '@careloop/contracts/referrals/closing';
import { getReferralFilterValues } from '@careloop/contracts/referrals/filters';
import { acceptReferral, addReferralComment, declineReferral } from '@careloop/contracts/referrals/processing';
import { countUnreadReferrals } from '@careloop/contracts/referrals/unread';
import { faxCharts, listSentDeliveries } from '@careloop/contracts/sharing/documentExport';
import { staleAfter, staleReadsOf } from '@careloop/contracts/staleReads';
import type { ReceivedEvent } from '@careloop/contracts/staleReads';
import { countMyTasks, createTask, getTask, listTasks, setTaskStatus } from '@careloop/contracts/tasks';
import { getWorkQueues, listWorkQueueItems } from '@careloop/contracts/work-queues';
import {
  claimWorkQueueItem,
  getWorkQueueItemState,
  setWorkQueueItemCompleted,
} from '@careloop/contracts/work-queues/items';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addToCareTeam,
  buildCoordinator,
  buildDocument,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { startWebBeside } from '../../../test/listening.ts';
import type { Browser, Heard, WebBeside } from '../../../test/listening.ts';
import { queueItemOf } from '../../../test/queueItems.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';

// One user changes something while others, and the user's own second window, have it on the screen. Whatever a screen would show
// otherwise now must be made stale by the events that its browser received. Conversations are not among the reads: the browser updates
// them row by row.

let app: TestApp;
let web: WebBeside;
let parties: Awaited<ReturnType<typeof buildReferralParties>>;
const people = new Map<string, { caller: Caller; browser: Browser }>();
/** What the screens show. */
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await startTestApp();
  web = await startWebBeside(app);
  parties = await buildReferralParties(app);
  const { clientId, userId } = parties.sender;
  const permissions = [...defaultPermissions.provider, ...defaultPermissions.care_coordinator];
  for (const permission of new Set(permissions)) {
    const row = { user_id: userId, permission };
    await app.db
      .insertInto('user_permission')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const colleague = await buildUser(app.db, { clientId, permissions: [...defaultPermissions.provider] });
  await addToCareTeam(app.db, parties.patient, colleague);
  await addToCareTeam(app.db, parties.patient, parties.sender);
  const coordinator = await buildCoordinator(app.db, { clientId });
  const all = { sender: parties.sender, receiver: parties.receiver, colleague, coordinator };
  for (const [name, user] of Object.entries(all)) {
    const caller = await app.as(user);
    people.set(name, { caller, browser: await web.listen(caller) });
  }
  const { patientDocumentId } = await buildDocument(app, parties.patient);
  Object.assign(ids, {
    patientId: parties.patient.patientId,
    patientDocumentId,
    workQueueId: WorkQueue.referralNeedsPhysicianSelection,
  });
});
afterAll(async () => {
  await web.stop();
  await app.stop();
});

/** Reads of the screens, with the names of the ids that are their input. */
const reads: readonly (readonly [Endpoint, ...string[]])[] = [
  [getDashboard],
  [listPatients],
  [countPatients],
  [listReferrals],
  [listReferrals, 'patientId'],
  [getReferralFilterValues],
  [countUnreadReferrals],
  [getReferral, 'referralId'],
  [listConsultations],
  [countUnreadAnswers],
  [getConsultation, 'careCoordinatorRequestId'],
  [listTasks],
  [listTasks, 'patientId'],
  [countMyTasks],
  [getTask, 'taskId'],
  [getWorkQueues],
  [listWorkQueueItems, 'workQueueId'],
  [getWorkQueueItemState, 'workQueueEncounterId'],
  [getPatientInfo, 'patientId'],
  [getSectionCounts, 'patientId'],
  [getDemographics, 'patientId'],
  [listPatientChanges, 'patientId'],
  [listAppointments, 'patientId'],
  [listActivities, 'patientId'],
  [getActivityFilters, 'patientId'],
  [listCareTeam, 'patientId'],
  [listCharts, 'patientId'],
  [getDocument, 'patientDocumentId'],
  [listSentDeliveries, 'patientId'],
  [countClinicalRecord, 'patientId'],
  [getClinicalSummary, 'patientId'],
  [listAllergies, 'patientId'],
];

interface Shown {
  endpoint: Endpoint;
  input: Record<string, number>;
  data: unknown;
}

/** Everything a user has on the screen. What they may not open is not. */
async function show(caller: Caller): Promise<Shown[]> {
  const known = reads.filter(([, ...names]) => names.every((name) => ids[name] !== undefined));
  const shown: Shown[] = [];
  for (const [endpoint, ...names] of known) {
    const input = Object.fromEntries(names.map((name) => [name, ids[name] ?? 0]));
    const { body } = await caller.call(endpoint, input);
    if (body.wasSuccessful) shown.push({ endpoint, input, data: body });
  }
  return shown;
}

const isFence = ({ event }: Heard) => event === 'ResyncEvent';

/** The events that each browser has received. */
async function takeHeard(): Promise<void> {
  await publish(
    app.db,
    [...people.values()].map(({ caller }) => userRoom(caller.userId)),
    'ResyncEvent',
    {},
  );
  const browsers = [...people.values()].map(({ browser }) => browser);
  await expect
    .poll(() => browsers.every(({ heard }) => heard.some(isFence)), { interval: 5, timeout: 10_000 })
    .toBe(true);
}

type Made = Record<string, unknown>;

const future = () => new Date(Date.now() + 3 * 86_400_000).toISOString();
const referral = () => ({ referralId: ids['referralId'] });
const ofPatient = () => ({ patientId: ids['patientId'] });
const item = () => ({ workQueueEncounterId: ids['workQueueEncounterId'] });

interface Change {
  by: string;
  change: Endpoint;
  input: () => Record<string, unknown>;
  /** The ids that it makes, which are on the screens from then on. */
  made?: (made: Made) => Promise<Made> | Made;
}

const toReceiver = () => ({
  patientId: ids['patientId'],
  healthcareProviderId: parties.receiver.healthcareProviderId,
  healthcareProviderAddressId: parties.receiver.addressId,
});
const bySpecialty = () => ({
  healthcareProviderId: null,
  healthcareProviderAddressId: null,
  healthcareProviderSpecialtyId: parties.receiver.specialtyId,
});
const allergy = { kind: 'allergy', category: 'medication', status: 'active', criticality: 'high', severity: null };
const renamed = { firstName: 'Renamed', lastName: 'Patient', dateOfBirth: '1945-07-14', genderCode: 2 };
const fax = { toName: 'Records', fromName: 'Office', fromOrganization: 'Clinic', toFaxNumber: '(617) 555-0123' };
const note = () => ({
  associationType: chartAssociationType.table.document,
  patientDocumentId: ids['patientDocumentId'],
});
const task = { description: 'Call.', assignedToUserId: null, dateDue: null, taskTemplateId: null };

/** In this order. */
const changes: readonly Change[] = [
  {
    by: 'sender',
    change: createReferral,
    input: () => referralInput(parties),
    made: ({ referralId }) => ({ referralId }),
  },
  {
    by: 'receiver',
    change: acceptReferral,
    input: () => ({ ...referral(), appointmentTime: future(), appointmentAddressId: parties.receiver.addressId }),
  },
  { by: 'receiver', change: addReferralComment, input: () => ({ ...referral(), comment: 'We call her.' }) },
  { by: 'receiver', change: cancelAppointment, input: () => ({ ...referral(), comments: 'She is away.' }) },
  { by: 'receiver', change: completeReferral, input: () => ({ ...referral(), comment: 'Seen.' }) },
  {
    by: 'sender',
    change: createReferral,
    input: () => ({ ...referralInput(parties), ...bySpecialty() }),
    made: async ({ referralId }) => {
      const queued = await queueItemOf(app.db, Number(referralId));
      return { referralId, workQueueEncounterId: queued.work_queue_encounter_id };
    },
  },
  { by: 'coordinator', change: claimWorkQueueItem, input: () => ({ ...item(), isClaimed: true }) },
  { by: 'coordinator', change: setWorkQueueItemCompleted, input: () => ({ ...item(), setCompleted: true }) },
  { by: 'coordinator', change: setWorkQueueItemCompleted, input: () => ({ ...item(), setCompleted: false }) },
  {
    by: 'sender',
    change: createReferral,
    input: () => referralInput(parties),
    made: ({ referralId }) => ({ referralId }),
  },
  { by: 'receiver', change: declineReferral, input: () => ({ ...referral(), declineReason: 1 }) },
  {
    by: 'sender',
    change: createConsultation,
    input: () => ({ ...toReceiver(), requestNotes: 'Is apixaban safe?' }),
    made: ({ careCoordinatorRequestId }) => ({ careCoordinatorRequestId }),
  },
  {
    by: 'receiver',
    change: completeConsultation,
    input: () => ({ careCoordinatorRequestId: ids['careCoordinatorRequestId'], status: 2, responseNotes: 'It is.' }),
  },
  { by: 'sender', change: createTask, input: () => ({ ...ofPatient(), ...task }), made: ({ taskId }) => ({ taskId }) },
  { by: 'colleague', change: setTaskStatus, input: () => ({ taskId: ids['taskId'], taskStatus: 2 }) },
  { by: 'sender', change: faxCharts, input: () => ({ ...ofPatient(), ...fax, charts: [note()] }) },
  {
    by: 'colleague',
    change: archiveDocument,
    input: () => ({ patientDocumentId: ids['patientDocumentId'], reason: 'Of another patient.' }),
  },
  {
    by: 'sender',
    change: saveAllergy,
    input: () => ({ ...ofPatient(), ...allergy, description: 'Latex', reactions: [] }),
  },
  { by: 'sender', change: saveDemography, input: () => ({ ...ofPatient(), ...renamed, version: 1 }) },
  { by: 'coordinator', change: joinCareTeam, input: ofPatient },
  { by: 'coordinator', change: leaveTeam, input: () => ({ ...ofPatient(), reason: 'Handed over.' }) },
];

const named = changes.map((one, number) => [`${number + 1}. ${one.by}: ${one.change.path}`, one] as const);

test.each(named)('%s makes stale what it changes on any screen', async (_name, { by, change, input, made }) => {
  const before = new Map<string, Shown[]>();
  for (const [reader, { caller }] of people) before.set(reader, await show(caller));
  for (const { browser } of people.values()) browser.heard.length = 0;
  const output = await people.get(by)?.caller.ok(change, input());
  await takeHeard();
  const missed: string[] = [];
  for (const [reader, { caller, browser }] of people) {
    const heard = browser.heard.splice(0).filter((one) => !isFence(one));
    const tests = heard.map(({ event, payload }) =>
      staleAfter({ name: event, payload: payload as ReceivedEvent['payload'] }, (userId) => userId === caller.userId),
    );
    for (const shown of before.get(reader) ?? []) {
      const { endpoint } = shown;
      const { body } = await caller.call(endpoint, shown.input);
      if (JSON.stringify(body) === JSON.stringify(shown.data)) continue;
      const read = { path: endpoint.path, input: shown.input, data: shown.data };
      if (!tests.some((isStale) => isStale(read))) missed.push(`${reader}: ${endpoint.path}`);
      if (reader === by && !staleReadsOf(change).includes(endpoint))
        missed.push(`${by}, same window: ${endpoint.path}`);
    }
  }
  expect(missed).toEqual([]);
  Object.assign(ids, output === undefined ? {} : await made?.(output));
});
