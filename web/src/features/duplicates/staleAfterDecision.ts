import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { countDuplicates, getDuplicate, listDuplicates } from '@careloop/contracts/duplicates';
import { canAccessPatient, getPatientInfo, listPatients } from '@careloop/contracts/patients';

/** Endpoints the reviewer sees at once; events refresh the others. */
export const staleAfterDecision = [
  countDuplicates,
  getDuplicate,
  listDuplicates,
  canAccessPatient,
  getPatientInfo,
  listPatients,
  getUserConversations,
];
