import type { ReactNode } from 'react';
import { showsDataOf } from '../../../api/actingFor.ts';
import { onRealtimeEvent } from '../../../api/realtime.ts';
import { toast } from '../../../ui/toasts.tsx';

/** Tells whoever sent a text message that a reply came; the returned function stops. */
export function watchTextReplies(): () => void {
  return onRealtimeEvent('TextReplyReceivedEvent', ({ patientId, userId, smsReplyId }) => {
    // Without who and what: reading that would count as a look at the record.
    if (showsDataOf(userId)) toast.lastingNews(<ReplyNews patientId={patientId} />, `text reply ${smsReplyId}`);
  });
}

function ReplyNews({ patientId }: { patientId: number }): ReactNode {
  return (
    <>
      Somebody replied to your text message. {/* Toasts stand outside of the router. */}
      <a href={`/provider/Patient/${patientId}?section=textMessages`}>Read the reply</a>
    </>
  );
}
