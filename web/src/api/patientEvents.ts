import { listPatients } from '@careloop/contracts/patients';
import type { RealtimeEventName, RealtimeEvents } from '@careloop/contracts/realtime';
import type { QueryClient } from '@tanstack/react-query';
import { createCoalescer } from './coalesce.ts';
import { refreshPatientRows, refreshPatientsInSight } from './livePatients.ts';
import { invalidate } from './query.ts';
import { showsDataOf } from './actingFor.ts';

interface Wish {
  patientId: number;
  /** Whether somebody whose patients are shown here came to see this one, or does not any more. */
  isSight: boolean;
}

/** More than this at once, and the lists are read again. */
const most = 50;

function wishOf(name: RealtimeEventName, payload: RealtimeEvents[RealtimeEventName]): Wish[] {
  if (name === 'CareTeamMembershipUpdatedEvent') {
    const { userId, patientId } = payload as RealtimeEvents[typeof name];
    return showsDataOf(userId) ? [{ patientId, isSight: true }] : [];
  }
  // A row counts the open referrals.
  const isOfPatient = name === 'PatientChangedEvent' || name === 'ReferralChangedEvent';
  return isOfPatient ? [{ patientId: (payload as RealtimeEvents[typeof name]).patientId, isSight: false }] : [];
}

async function fulfil(client: QueryClient, wishes: ReadonlySet<Wish>): Promise<void> {
  const idsOf = (isWanted: (wish: Wish) => boolean) =>
    new Set([...wishes].filter(isWanted).map(({ patientId }) => patientId));
  const inSight = idsOf(({ isSight }) => isSight);
  const changed = idsOf(({ patientId }) => !inSight.has(patientId));
  if (inSight.size + changed.size > most) return await invalidate(client, listPatients);
  if (inSight.size > 0) await refreshPatientsInSight(client, inSight);
  if (changed.size > 0) await refreshPatientRows(client, changed);
}

/** Keeps the lists of patients up to date by what events tell of them. */
export function watchPatients(client: QueryClient) {
  const { add, stop } = createCoalescer<Wish>((wishes) => void fulfil(client, wishes));
  return {
    receive: (name: RealtimeEventName, payload: RealtimeEvents[RealtimeEventName]) => add(wishOf(name, payload)),
    stop,
  };
}
