import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import '../src/features/consultations/feature.tsx';
import '../src/features/referrals/feature.tsx';
import { loadQueueSubjects } from '../src/features/work-queues/shared/queueSubject.ts';

// As the page of the work queues does before it shows any item.
await loadQueueSubjects();

/** An open item about a referral that is overdue. */
export const queueItem: WorkQueueItem = {
  workQueueEncounterId: 1,
  workQueueId: 22,
  status: 'open',
  isUrgent: true,
  patient: {
    patientId: 1,
    clientId: 1,
    mrn: '1001',
    mrnSystem: null,
    firstName: 'Grace',
    middleName: null,
    lastName: 'Okafor',
    nameSuffix: null,
    dateOfBirth: '1945-07-14',
    gender: 'female',
    deceasedOn: null,
    isDeceased: false,
    isActive: true,
    isPossibleDuplicate: false,
  },
  patientEncounterId: null,
  encounterDate: '2026-01-02T15:00:00Z',
  timeZone: null,
  encounterType: null,
  facilityName: null,
  createdAt: '2026-01-02T15:00:00Z',
  completedAt: null,
  completedByName: null,
  subjectType: 'referral',
  subjectId: 1,
  referral: {
    referralId: 1,
    status: 'pending',
    isOverdue: true,
    urgencyDays: 30,
    dueAt: '2026-02-01T15:00:00Z',
    referralReason: 'Palpitations at rest.',
    healthcareProviderId: 1,
    referredToName: 'Patel, Anjali',
    healthcareProviderSpecialtyId: 1,
    specialtyName: 'Cardiology',
    declineReason: null,
    latestAppointment: null,
    answer: null,
    exceptionReasons: [],
    awaitReplyFrom: null,
    referredByName: 'Renée Caldwell',
  },
  consultation: null,
  claim: null,
  sharedCount: 0,
  sharedByName: null,
  openTaskCount: 0,
  completionWarning: null,
  version: 1,
  can: { complete: true, reopen: 'This item is open.', share: true, claim: true, release: 'No' },
};
