import { emrTexts } from '@careloop/contracts/sharing/emr';

import type { Policy } from '../../../core/access/authorize.ts';
import { regularAccessPolicy } from '../../patients/shared/policy.ts';
import type { OpenPatient } from '../../../core/access/patientAccess.ts';

/** A patient the actor may open, and whether their client has an EMR. */
export interface EmrPatient extends OpenPatient {
  isConnected: boolean;
}

/** As with faxes, emergency access does not allow exchanging data. */
export const emrPolicy: Policy<EmrPatient, 'pullRecord' | 'pushDocuments'> = {
  pullRecord: (_actor, { isConnected, isEmergencyOnly }) => {
    if (!isConnected) return emrTexts.notConnected;
    return !isEmergencyOnly || emrTexts.emergencyOnly;
  },
  pushDocuments: (actor, patient) =>
    patient.isConnected ? regularAccessPolicy.sendCharts(actor, patient) : emrTexts.notConnected,
};
