import { countDuplicates, getDuplicate, listDuplicates } from '@careloop/contracts/duplicates';
import { duplicateEvents } from '@careloop/contracts/duplicates/events';
import { getUserConversations } from '@careloop/contracts/messages/conversations';

const { makesStale, makesStaleWhereShown } = duplicateEvents.PatientMergedEvent;

/** Endpoints that are stale after a decision: those of the review, and the same that a merge makes stale elsewhere. */
export const staleAfterDecision = [
  countDuplicates,
  getDuplicate,
  listDuplicates,
  getUserConversations,
  ...makesStale,
  ...makesStaleWhereShown,
];
