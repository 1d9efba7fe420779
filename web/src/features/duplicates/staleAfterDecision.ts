import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { countDuplicates, getDuplicate, listDuplicates } from '@careloop/contracts/duplicates';
import { canAccessPatient, getPatientInfo, listPatients } from '@careloop/contracts/patients';

/** What the reviewer sees at once; what else changed is told by events. */
export const staleAfterDecision = [
  countDuplicates,
  getDuplicate,
  listDuplicates,
  canAccessPatient,
  getPatientInfo,
  listPatients,
  getUserConversations,
];
