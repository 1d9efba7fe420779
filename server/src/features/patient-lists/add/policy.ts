import { addPatientTexts } from '@careloop/contracts/patients/add';

import type { Policy } from '../../../core/access/authorize.ts';

/**
 * Every user may add patients to their own clients. No permission is required, because the front desk registers patients and
 * has none of the care team permissions (docs/domain/patient-lists.md).
 */
export const addPolicy: Policy<{ clientId: number }, 'add'> = {
  add: (actor, { clientId }) => (actor.clientIds.includes(clientId) ? true : addPatientTexts.notOfClient),
};
