import type { ReactNode } from 'react';
import { showsDataOf } from '../../api/actingFor.ts';
import { onRealtimeEvent } from '../../api/realtime.ts';
import { toast } from '../../ui/toasts.tsx';

/** Tells whoever invited somebody that the invitation was declined; the returned function stops. */
export function watchInvitations(): () => void {
  return onRealtimeEvent('InvitationDeclinedEvent', ({ careTeamMemberId, patientId, userId }) => {
    // Without who and whom: reading that would count as a look at the record.
    if (showsDataOf(userId)) toast.lastingNews(<DeclinedNews patientId={patientId} />, `declined ${careTeamMemberId}`);
  });
}

function DeclinedNews({ patientId }: { patientId: number }): ReactNode {
  return (
    <>
      Somebody declined your invitation to a care team. {/* Toasts stand outside of the router. */}
      <a href={`/provider/Patient/${patientId}?section=careTeam`}>See who and why</a>
    </>
  );
}
