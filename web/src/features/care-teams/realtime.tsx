import type { ReactNode } from 'react';
import { showsDataOf } from '../../api/actingFor.ts';
import { onRealtimeEvent } from '../../api/realtime.ts';
import { toast } from '../../ui/toasts.tsx';

/** Notifies the sender that their invitation was declined, until the returned function is called. */
export function watchInvitations(): () => void {
  return onRealtimeEvent('InvitationDeclinedEvent', ({ careTeamMemberId, patientId, userId }) => {
    // Without names: fetching them would be recorded as an access to the record.
    if (showsDataOf(userId)) toast.lastingNews(<DeclinedNews patientId={patientId} />, `declined ${careTeamMemberId}`);
  });
}

function DeclinedNews({ patientId }: { patientId: number }): ReactNode {
  return (
    <>
      Somebody declined your invitation to a care team. {/* Toasts are outside the router. */}
      <a href={`/provider/Patient/${patientId}?section=careTeam`}>See who and why</a>
    </>
  );
}
