import { exportTexts } from '@careloop/contracts/sharing/documentExport';

import type { Policy } from '../../access/authorize.ts';
import type { Delivery } from '../../integrations/deliveryRows.ts';

/** A patient the actor may open. */
export interface SharedPatient {
  patientId: number;
  /** Whether the actor has access only by emergency access. */
  isEmergency: boolean;
}

/** A delivery about a patient the actor may open. */
export interface SharedDelivery extends SharedPatient {
  delivery: Delivery;
}

/** Emergency access lets one person read the record; nothing may be sent outside the product (docs/domain/sharing.md). */
export const sharePolicy: Policy<SharedPatient, 'sendCharts'> = {
  sendCharts: (_actor, { isEmergency }) => !isEmergency || exportTexts.emergencyOnly,
};

export const deliveryPolicy: Policy<SharedDelivery, 'sendAgain' | 'markSeen'> = {
  sendAgain: (_actor, { isEmergency, delivery }) => {
    if (isEmergency) return exportTexts.emergencyOnly;
    return (delivery.status === 'failed' && delivery.packet_storage_key !== null) || exportTexts.notFailed;
  },
  markSeen: (_actor, { isEmergency, delivery }) => {
    if (isEmergency) return exportTexts.emergencyOnly;
    return delivery.status === 'failed' || delivery.status === 'unknown' || exportTexts.notToSee;
  },
};
