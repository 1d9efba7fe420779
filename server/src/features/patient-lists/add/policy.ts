import { addPatientTexts } from '@careloop/contracts/patients/add';

import type { Policy } from '../../../access/authorize.ts';

/**
 * Everybody adds patients to their own clients: no permission is about it, and the front desk, which registers patients,
 * holds none of those for care teams (docs/domain/patient-lists.md).
 */
export const addPolicy: Policy<{ clientId: number }, 'add'> = {
  add: (actor, { clientId }) => (actor.clientIds.includes(clientId) ? true : addPatientTexts.notOfClient),
};
