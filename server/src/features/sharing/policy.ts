import { exportTexts } from '@careloop/contracts/sharing/documentExport';
import type { SentDelivery } from '@careloop/contracts/sharing/documentExport';

import type { Policy } from '../../core/access/authorize.ts';
import type { OpenPatient } from '../../core/access/patientAccess.ts';
import type { Delivery } from '../../core/integrations/deliveryRows.ts';

type Status = SentDelivery['status'];

/** The data that the rules for a delivery depend on. */
export interface DeliveryState extends Pick<OpenPatient, 'isEmergencyOnly'> {
  status: Status;
}

/** A delivery about a patient the actor may open. */
export interface SharedDelivery extends OpenPatient, DeliveryState {
  delivery: Delivery;
}

const repeatable: readonly Status[] = ['failed', 'unknown', 'kept'];

/** `hasService`: whether a service is configured for the channel. */
export const repeatPolicy: Policy<DeliveryState & { hasService: boolean }, 'sendAgain'> = {
  sendAgain: (_actor, { isEmergencyOnly, status, hasService }) => {
    if (isEmergencyOnly) return exportTexts.emergencyOnly;
    if (!repeatable.includes(status)) return exportTexts.notToRepeat;
    return hasService || exportTexts.noService;
  },
};

export const seenPolicy: Policy<Pick<DeliveryState, 'isEmergencyOnly' | 'status'>, 'markSeen'> = {
  markSeen: (_actor, { isEmergencyOnly, status }) => {
    if (isEmergencyOnly) return exportTexts.seenEmergencyOnly;
    return status === 'failed' || status === 'unknown' || exportTexts.notToSee;
  },
};
