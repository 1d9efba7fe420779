import { exportTexts } from '@careloop/contracts/sharing/documentExport';

import type { Policy } from '../../access/authorize.ts';
import type { Delivery } from '../../integrations/deliveryRows.ts';

/** A patient whom the actor may open. */
export interface SharedPatient {
  patientId: number;
  /** Whether only emergency access opens the patient. */
  isEmergency: boolean;
}

/** Something that was sent about a patient whom the actor may open. */
export interface SharedDelivery extends SharedPatient {
  delivery: Delivery;
}

/** Emergency access opens the record to one person and sends nothing out of the product (docs/domain/sharing.md). */
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
