import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { queryOf } from '../../../api/query.ts';

/** Conversations the widget shows (docs/domain/messages.md). */
export const shownConversations = 3;

/** The latest conversations about a patient. The patient's overview brings them along. */
export function latestConversations(patientId: number) {
  return queryOf(getUserConversations, { patientId, pageSize: shownConversations });
}
