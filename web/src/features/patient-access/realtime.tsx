import { listAccessRequests } from '@careloop/contracts/patient-access';
import type { ReactNode } from 'react';
import { showsDataOf } from '../../api/actingFor.ts';
import { call } from '../../api/call.ts';
import { onRealtimeEvent } from '../../api/realtime.ts';
import { toast } from '../../ui/toasts.tsx';
import { nameOfPatient } from './requestWords.ts';

/**
 * Notifies the user of answers to their own requests and of emergency access to their patients, until the returned function
 * is called.
 */
export function watchAccess(): () => void {
  const stops = [
    onRealtimeEvent('AccessRequestChangedEvent', ({ accessRequestId, patientId, userId }) => {
      if (showsDataOf(userId)) void tellDecision(accessRequestId, patientId).catch(() => undefined);
    }),
    // Without names: fetching them would be recorded as an access to the record.
    onRealtimeEvent('EmergencyAccessEvent', ({ patientId, userId }) => {
      if (!showsDataOf(userId)) toast.lastingNews(<EmergencyNews patientId={patientId} />, `emergency ${patientId}`);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function tellDecision(accessRequestId: number, patientId: number): Promise<void> {
  const { items } = await call(listAccessRequests, { list: 'own', includeAnswered: true, patientId });
  const request = items.find((one) => one.accessRequestId === accessRequestId);
  if (request?.status === 'approved') toast.success(`You have access to ${nameOfPatient(request)} now.`);
  if (request?.status === 'declined') {
    toast.lastingWarning(`Access to ${nameOfPatient(request)} was declined: ${request.declineReason ?? ''}`);
  }
}

function EmergencyNews({ patientId }: { patientId: number }): ReactNode {
  return (
    <>
      Somebody opened the record of one of your patients with emergency access. {/* Toasts are outside the router. */}
      <a href={`/provider/Patient/${patientId}?section=careTeam`}>See who and why</a>
    </>
  );
}
