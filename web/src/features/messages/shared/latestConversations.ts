import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { queryOf } from '../../../api/query.ts';

/** Number of conversations in the widget (docs/domain/messages.md). */
export const shownConversations = 3;

/** The latest conversations about a patient. The response of the patient's overview fills this query. */
export function latestConversations(patientId: number) {
  return queryOf(getUserConversations, { patientId, pageSize: shownConversations });
}
