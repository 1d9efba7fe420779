import { exportTexts } from '@careloop/contracts/sharing/documentExport';
import { emrTexts } from '@careloop/contracts/sharing/emr';

import type { Policy } from '../../../access/authorize.ts';
import type { SharedPatient } from '../policy.ts';

/** A patient the actor may open, and whether their client has an EMR. */
export interface EmrPatient extends SharedPatient {
  isConnected: boolean;
}

/** As with faxes, emergency access does not allow exchanging data. */
export const emrPolicy: Policy<EmrPatient, 'pullRecord' | 'pushDocuments'> = {
  pullRecord: (_actor, { isConnected, isEmergency }) => {
    if (!isConnected) return emrTexts.notConnected;
    return !isEmergency || emrTexts.emergencyOnly;
  },
  pushDocuments: (_actor, { isConnected, isEmergency }) => {
    if (!isConnected) return emrTexts.notConnected;
    return !isEmergency || exportTexts.emergencyOnly;
  },
};
