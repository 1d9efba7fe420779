import type { ReactNode } from 'react';
import { showsDataOf } from '../../../api/actingFor.ts';
import { onRealtimeEvent } from '../../../api/realtime.ts';
import { toast } from '../../../ui/toasts.tsx';

/** Notifies the sender of a text message that a reply arrived, until the returned function is called. */
export function watchTextReplies(): () => void {
  return onRealtimeEvent('TextReplyReceivedEvent', ({ patientId, userId, smsReplyId }) => {
    // Without name and text: fetching them would be recorded as an access to the record.
    if (showsDataOf(userId)) toast.lastingNews(<ReplyNews patientId={patientId} />, `text reply ${smsReplyId}`);
  });
}

function ReplyNews({ patientId }: { patientId: number }): ReactNode {
  return (
    <>
      Somebody replied to your text message. {/* Toasts are outside the router. */}
      <a href={`/provider/Patient/${patientId}?section=textMessages`}>Read the reply</a>
    </>
  );
}
