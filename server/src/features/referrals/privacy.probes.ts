import { randomUUID } from 'node:crypto';
import { getReferralAdditionalInfo } from '@careloop/contracts/referrals/additionalInfo';
import { sql } from 'kysely';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { createReferral, getReferral, listReferrals } from '@careloop/contracts/referrals';
import { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import { getProviderDay, suggestColleagues } from '@careloop/contracts/referrals/deciding';
import { checkReferralDigest } from '@careloop/contracts/referrals/digest';
import { exportReferrals } from '@careloop/contracts/referrals/export';
import { getReferralFilterValues } from '@careloop/contracts/referrals/filters';
import { readReferralAnswer } from '@careloop/contracts/referrals/unread';
import { getReferralProtocol } from '@careloop/contracts/referrals/protocols';
import { getRecordScope } from '@careloop/contracts/referrals/recordScope';
import { getMissingReferrer } from '@careloop/contracts/referrals/referrer';
import { getReferralSuggestions } from '@careloop/contracts/referrals/suggestions';
import { getReferralDraft, saveReferralDraft } from '@careloop/contracts/referrals/drafts';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';
import {
  getReferralBrand,
  getReferralRecord,
  openReferralRecord,
  requestReferralRecord,
} from '@careloop/contracts/referrals/record';
import { changeReferralUrgency, updateReferral } from '@careloop/contracts/referrals/updating';
import { withdrawReferral } from '@careloop/contracts/referrals/withdrawing';
import { listTemplateItems } from '@careloop/contracts/referrals/templateItems';
import { expect } from 'vitest';
import {
  keysOf,
  beside,
  changed,
  idsIn,
  linesOf,
  valuesOf,
  ofAll,
  ofCare,
  ofClients,
  ofDocument,
  ofPatient,
  ofReferral,
  ofRows,
  pickedBeside,
  readAll,
  shareOf,
  forUsers,
} from '../../../test/privacyProbes.ts';
import type { Oracle } from '../../../test/oracle.ts';
import type { FeatureProbes, Probe, ProbeContext } from '../../../test/privacyProbes.ts';
import { diagnoses, directory, specialties } from '../../../test/directoryProbes.ts';
const someVisit = { healthcareProviderId: 1, appointmentAddressId: 1, appointmentTime: '2087-01-15T14:30:00Z' };

async function compareReferralLists({ oracle, callerOf }: ProbeContext): Promise<void> {
  await forUsers(oracle, async ({ userId }, index) => {
    const caller = callerOf(userId);
    const mine = oracle.referralsOf(userId);
    for (const direction of [1, 2, 3]) {
      const items = await readAll(caller, listReferrals, { direction });
      expect(idsIn(items, 'referralId').filter((id) => !mine.has(id))).toEqual([]);
    }
    for (const patientId of shareOf(oracle, ofPatient, index)) {
      const items = await readAll(caller, listReferrals, { patientId });
      const expected = oracle.referrals.filter((one) => one.patientId === patientId && mine.has(one.referralId));
      expect(idsIn(items, 'referralId')).toEqual(expected.map((one) => one.referralId));
      const { urgencies } = await caller.ok(getReferralFilterValues, { patientId });
      expect(urgencies.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(expected.length);
    }
  });
}

const ofRecord = ofRows(
  'referralRecordId',
  (oracle) => oracle.rows.records,
  (oracle, userId, record) => record.userId === userId && oracle.referralsOf(userId).has(record.referralId),
);
/** A queue item gives access to its referral: a user who sees the referral can read it by either id. */
const ofReferralItem = ofRows(
  'workQueueEncounterId',
  (oracle) => oracle.rows.referralItems,
  (oracle, userId, { referralId }) => oracle.referralsOf(userId).has(referralId),
);

/** Referrals in one of these states that the user received or sent. */
const inState = (
  states: readonly string[],
  isTheirs: (one: Oracle['referrals'][number], persons: Set<number>) => boolean,
): Probe => ({
  ...ofReferral,
  may: (oracle, userId) => {
    const persons = oracle.actsFor(userId);
    const theirs = oracle.referrals.filter((one) => states.includes(one.status) && isTheirs(one, persons));
    return new Set(theirs.map(({ referralId }) => referralId));
  },
});
const received = (...states: string[]) => inState(states, ({ to }, persons) => to !== null && persons.has(to));
const sent = (...states: string[]): Probe => ({
  ...inState(states, ({ by, to }, persons) => to !== null && persons.has(by)),
  more: { referralReason: 'x', urgencyDays: 7 },
  inputOf: (oracle, referralId) => {
    const { version, to } = oracle.referrals.find((one) => one.referralId === referralId)!;
    return { referralId, version, healthcareProviderId: oracle.rows.providers.find((one) => one.userId === to)?.id };
  },
});

/** The user and the providers the user may act for. */
const ofOwnProvider = ofRows(
  'healthcareProviderId',
  (oracle) => oracle.rows.providers,
  (oracle, userId, provider) => oracle.actsFor(userId).has(provider.userId),
);
const ofOwnPatient: Probe = {
  ...ofCare,
  may: (oracle, userId) => {
    const isProvider = oracle.rows.providers.some((one) => one.userId === userId);
    return isProvider ? oracle.careOf(userId) : new Set();
  },
  more: { referralReason: 'x', urgencyDays: 7 },
  inputOf: (oracle, patientId, userId) => ({ patientId, ...receiverFor(oracle, userId) }),
};
/** A provider the user can refer to. */
const receiverFor = (oracle: Oracle, userId: number) => ({
  healthcareProviderId: oracle.rows.providers.find((one) => one.userId !== 0 && one.userId !== userId)?.id,
});
const ofPrevious: Probe = { ...ofReferral, key: 'previousReferralId' };
const ofConsultation: Probe = {
  key: 'careCoordinatorRequestId',
  ids: (oracle) => oracle.consultationIds,
  may: (oracle, userId) => oracle.consultationsOf(userId),
};
/** An encounter of a patient the user may refer. */
const ofEncounter = ofRows(
  'patientEncounterId',
  (oracle) => oracle.rows.encounters,
  (oracle, userId, { patientId }) => oracle.careOf(userId).has(patientId),
);
const ofProtocol = ofClients('referralProtocolId', (oracle) => oracle.rows.protocols);
const ofSender = ofRows(
  'referredByHealthcareProviderId',
  (oracle) => oracle.rows.providers,
  (oracle, userId, provider) => oracle.actsFor(userId).has(provider.userId) || oracle.coordinates(userId).size > 0,
);

/** Only the sender can mark the answer as read. */
async function compareUnread({ app, oracle, callerOf }: ProbeContext): Promise<void> {
  await sql`update referral set is_answer_unread = true`.execute(app.db);
  for (const { userId } of oracle.users) {
    for (const { referralId, by, behalf } of oracle.referrals.filter((_one, index) => index % 5 === 0)) {
      if (by === userId || behalf === userId) continue;
      const { id } = oracle.rows.referralEvents.findLast((one) => one.referralId === referralId)!;
      await callerOf(userId).ok(readReferralAnswer, { referralId, referralEventId: id });
    }
  }
  const { rows } = await sql`select from referral where not is_answer_unread`.execute(app.db);
  expect(rows).toEqual([]);
}

/** A draft returns the ids saved in it and nothing else about their rows. */
async function compareDrafts({ oracle, callerOf }: ProbeContext): Promise<void> {
  const { userId } = oracle.users.find(({ username }) => username === 'outsider')!;
  const [patientId] = oracle.careOf(userId) as unknown as [number];
  const id = oracle.rows.providers[0]!.id;
  const named = { fullName: 'x', degree: null, gender: null, specialty: null, organizationName: null, npiNumber: null };
  const standing = { acceptsNewPatients: null, isPreferred: false, enforcePreferred: false, distance: null };
  const place = { addressLabel: null, address1: null, address2: null, city: null, state: null, zipCode: null };
  const healthcareProvider = {
    ...named,
    ...standing,
    healthcareProviderId: id,
    userId: 1,
    healthcareProviderSpecialtyId: 1,
    address: { ...place, addressId: id, officePhone: null, faxNumber: null },
  };
  const content = {
    step: 0,
    chooseProvider: {
      referralType: 'provider' as const,
      healthcareProvider,
      healthcareProviderSpecialty: null,
      referredBy: { healthcareProviderId: id, name: 'x' },
      notPreferredReason: null,
      notPreferredAdditionalInfo: '',
      providerSelectionReason: null,
      recordScope: null,
    },
    referralReason: {
      referralType: 1 as const,
      referralReason: 'x',
      urgencyDays: 7,
      diagnosis: { codedConceptId: 1, code: 'x', description: 'x' },
      additionalInfo: '',
      authorizationCode: '',
      protocol: {
        referralProtocolId: oracle.rows.protocols[0]!.id,
        version: 1,
        labels: {},
        answers: { seenBy: { healthcareProviderId: id, name: 'x' } },
        authorizationReason: '',
      },
    },
    verifyContactInfo: { caregiverName: '', cellPhone: '', givenSmsConsent: false },
    charts: {
      selectedCharts: [{ associationType: 3 as const, patientDocumentId: oracle.documentIds[0]! }],
      missing: {},
    },
    previousReferralId: oracle.referralIds[0]!,
    careCoordinatorRequestId: oracle.consultationIds[0]!,
    patientEncounterId: oracle.rows.encounters[0]!.id,
  };
  await callerOf(userId).ok(saveReferralDraft, { patientId, version: randomUUID(), seen: [], content });
  expect((await callerOf(userId).ok(getReferralDraft, { patientId })).draft?.content).toEqual(content);
}

/** Only times of providers the user is or acts for, and all of these. */
async function compareDays({ app, oracle, callerOf }: ProbeContext): Promise<void> {
  const { rows } = await sql<{ id: number; at: string }>`select healthcare_provider_id as id,
    to_char(appointment_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from patient_appointment
    where status in ('pending', 'pending_no_answer') and healthcare_provider_id is not null
    order by patient_appointment_id limit 12`.execute(app.db);
  expect(rows).not.toEqual([]);
  for (const { userId } of oracle.users) {
    const persons = oracle.actsFor(userId);
    for (const { id, at } of rows) {
      const until = new Date(Date.parse(at) + 1000).toISOString();
      const { appointments } = await callerOf(userId).ok(getProviderDay, { healthcareProviderId: id, from: at, until });
      const provider = oracle.rows.providers.find((one) => one.id === id);
      expect(appointments.length > 0).toBe(provider !== undefined && persons.has(provider.userId));
    }
  }
}

const draftKeys = keysOf(
  'healthcareProviderId userId healthcareProviderSpecialtyId addressId codedConceptId',
  'patientAppointmentId patientDocumentId referralId previousReferralId careCoordinatorRequestId patientEncounterId',
  'referralProtocolId',
);
const filtersOfList = {
  patientId: ofPatient,
  healthcareProviderSpecialtyId: ofAll((oracle: Oracle) => oracle.rows.specialties),
  healthcareProviderId: ofAll((oracle: Oracle) => oracle.rows.providers),
  referredByHealthcareProviderId: ofAll((oracle: Oracle) => oracle.rows.providers),
};
/** Actions on a referral, which can also be named by its queue item. */
const actions: [Endpoint, Record<string, unknown>][] = [
  [acceptReferral, {}],
  [declineReferral, { declineReason: 1 }],
  [selectReferralProvider, { healthcareProviderId: 1 }],
  [cancelReferral, {}],
  [updateReferral, { version: 1, referralReason: 'x', urgencyDays: 7 }],
  [changeReferralUrgency, { version: 1, urgencyDays: 7 }],
  [rescheduleReferral, someVisit],
  [recordNoShow, {}],
  [cancelAppointment, {}],
  [completeReferral, { comment: 'x' }],
  [reopenReferral, { reason: 'x' }],
];

export const probes: FeatureProbes = {
  opens: [
    [getReferralAdditionalInfo, ofReferralItem],
    [getReferralRecord, ofRecord],
    [getReferral, ofReferral],
    [getReferral, { ...ofReferralItem, atMost: 12 }],
    [checkReferralDigest, ofReferral],
    [getReferralBrand, ofReferral],
    [suggestColleagues, ofReferral],
    [getReferralDraft, ofPatient],
    [getMissingReferrer, ofPatient],
    [getReferralSuggestions, ofPatient],
    [
      getRecordScope,
      {
        ...ofPatient,
        inputOf: (oracle, patientId) => ({ patientId, healthcareProviderId: oracle.rows.providers[0]?.id }),
      },
    ],
    [getReferralProtocol, { ...ofPatient, more: { healthcareProviderSpecialtyId: 1 } }],
    [listTemplateItems, ofPatient],
  ],
  closes: [
    [openReferralRecord, ofRecord],

    [createReferral, changed(ofPatient, { referralReason: 'x', urgencyDays: 7 })],
    [saveReferralDraft, changed(ofPatient, { version: randomUUID(), seen: [], content: null })],
    ...actions.flatMap(([endpoint, more]) => [
      [endpoint, changed(ofReferral, more)] as const,
      [endpoint, { ...changed(ofReferralItem, more), atMost: 2 }] as const,
    ]),
    [withdrawReferral, changed(ofReferral, { version: 1 })],
    [addReferralComment, changed(ofReferral, { comment: 'x' })],
    [requestReferralRecord, ofReferral],
    [acceptReferral, beside(received('pending'), ofOwnProvider, 'invalid_input healthcareProviderId')],
    [
      rescheduleReferral,
      beside(changed(received('scheduled'), someVisit), ofOwnProvider, 'invalid_input healthcareProviderId'),
    ],
    [
      completeReferral,
      beside(
        received('accepted'),
        { ...ofDocument, key: 'patientDocumentIds' },
        'invalid_input patientDocumentIds',
        (id) => ({ patientDocumentIds: [id] }),
      ),
    ],
    [createReferral, beside(ofOwnPatient, ofPrevious, 'unauthorized_patient')],
    [createReferral, beside(ofOwnPatient, ofReferralItem, 'unauthorized_patient')],
    [createReferral, beside(ofOwnPatient, ofConsultation, 'unauthorized_patient')],
    [createReferral, beside(ofOwnPatient, ofEncounter, 'invalid_input patientEncounterId')],
    [createReferral, beside(ofOwnPatient, ofSender, 'invalid_input referredByHealthcareProviderId')],
    [
      createReferral,
      beside(ofOwnPatient, ofProtocol, 'invalid_input protocol', (referralProtocolId) => ({
        protocol: { referralProtocolId, version: 1 },
      })),
    ],
    ...pickedBeside(createReferral, ofOwnPatient, 'patientCharts'),
    [updateReferral, beside(sent('pending'), ofSender, 'invalid_input referredByHealthcareProviderId')],
    ...pickedBeside(updateReferral, sent('pending'), 'patientCharts'),
  ],
  filters: [
    { endpoint: listReferrals, by: filtersOfList },
    { endpoint: getReferralFilterValues, by: filtersOfList, itemsIn: valuesOf },
    { endpoint: exportReferrals, by: filtersOfList, itemsIn: linesOf },
  ],
  takesOpen: [
    [
      directory,
      [
        [acceptReferral, 'appointmentAddressId'],
        [declineReferral, 'suggestedHealthcareProviderId'],
        [rescheduleReferral, 'appointmentAddressId'],
        [selectReferralProvider, 'healthcareProviderId', 'healthcareProviderAddressId'],
        [getRecordScope, 'healthcareProviderId'],
        [createReferral, 'healthcareProviderId', 'healthcareProviderAddressId'],
        [updateReferral, 'healthcareProviderId', 'healthcareProviderAddressId'],
      ],
    ],
    [
      specialties,
      [
        [createReferral, 'healthcareProviderSpecialtyId'],
        [getReferralProtocol, 'healthcareProviderSpecialtyId'],
        [updateReferral, 'healthcareProviderSpecialtyId'],
      ],
    ],
    [
      diagnoses,
      [
        [getReferralSuggestions, 'diagnosisCodedConceptId'],
        [createReferral, 'diagnosisCodedConceptId'],
        [updateReferral, 'diagnosisCodedConceptId'],
      ],
    ],
  ],
  compares: [
    {
      name: 'the day of a provider is shown to those who are or act for them',
      calls: [[getProviderDay, 'healthcareProviderId']],
      compare: compareDays,
    },
    {
      name: 'only the sender can mark an answer as read',
      calls: [[readReferralAnswer, 'referralId', 'referralEventId']],
      compare: compareUnread,
    },
    {
      name: 'a draft returns only the ids saved in it',
      calls: [[saveReferralDraft, ...draftKeys]],
      compare: compareDrafts,
    },
    {
      name: 'lists hold nothing that is not the user’s, and a patient’s list holds all that is',
      calls: [[listReferrals, 'patientId']],
      compare: compareReferralLists,
    },
  ],
};
