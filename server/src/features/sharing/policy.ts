import { exportTexts } from '@careloop/contracts/sharing/documentExport';
import type { SentDelivery } from '@careloop/contracts/sharing/documentExport';

import type { Policy } from '../../access/authorize.ts';
import type { Delivery } from '../../integrations/deliveryRows.ts';

type Status = SentDelivery['status'];

/** A patient the actor may open. */
export interface SharedPatient {
  patientId: number;
  /** Whether the actor has access only by emergency access. */
  isEmergency: boolean;
}

/** The data that the rules for a delivery depend on. */
export interface DeliveryState extends Pick<SharedPatient, 'isEmergency'> {
  status: Status;
  /** Whether its content was composed, so that the same bytes can be sent again. */
  hasPacket: boolean;
  /** Whether a service is configured for its channel. */
  hasService: boolean;
}

/** A delivery about a patient the actor may open. */
export interface SharedDelivery extends SharedPatient, DeliveryState {
  delivery: Delivery;
}

const repeatable: readonly Status[] = ['failed', 'unknown', 'kept'];

/** Emergency access lets one person read the record; nothing may be sent outside the product (docs/domain/sharing.md). */
export const sharePolicy: Policy<SharedPatient, 'sendCharts'> = {
  sendCharts: (_actor, { isEmergency }) => !isEmergency || exportTexts.emergencyOnly,
};

export const deliveryPolicy: Policy<DeliveryState, 'sendAgain' | 'markSeen'> = {
  sendAgain: (_actor, { isEmergency, status, hasPacket, hasService }) => {
    if (isEmergency) return exportTexts.emergencyOnly;
    if (!repeatable.includes(status) || !hasPacket) return exportTexts.notToRepeat;
    return hasService || exportTexts.noService;
  },
  markSeen: (_actor, { isEmergency, status }) => {
    if (isEmergency) return exportTexts.seenEmergencyOnly;
    return status === 'failed' || status === 'unknown' || exportTexts.notToSee;
  },
};
