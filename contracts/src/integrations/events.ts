import { z } from 'zod';
import { signedIn } from '../access.ts';
import { getConsultation } from '../consultations.ts';
import { getDashboard } from '../dashboard.ts';
import { id } from '../fields.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { getReferral } from '../referrals.ts';
import { listSentDeliveries } from '../sharing/documentExport.ts';

export const deliveryEvents = {
  /** The state of a delivery (email, fax ...) changed. */
  DeliveryChangedEvent: realtimeEvent({
    payload: z.object({ deliveryId: id, referralId: id.nullable(), careCoordinatorRequestId: id.optional() }),
    access: signedIn,
    makesStale: [],
    makesStaleWhereShown: [getReferral, getConsultation, listSentDeliveries, getDashboard],
  }),
};
