import type { CallOf } from '@careloop/contracts/endpoint';
import type { saveMessageDraft } from '@careloop/contracts/messages/drafts';

/** What is kept of something that is being written. */
export type DraftInput = Pick<
  CallOf<typeof saveMessageDraft>,
  'message' | 'priority' | 'recipientUserIds' | 'patientId' | 'patientDocumentIds'
>;

/** Whether it would be kept: an empty one is taken away. */
export function hasContent({ message, recipientUserIds, patientId, patientDocumentIds }: DraftInput): boolean {
  const isChosen = (recipientUserIds?.length ?? 0) > 0 || (patientDocumentIds?.length ?? 0) > 0 || Boolean(patientId);
  return isChosen || message.trim() !== '';
}
