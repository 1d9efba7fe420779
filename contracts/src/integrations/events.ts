import { z } from 'zod';
import { signedIn } from '../access.ts';
import { getConsultation } from '../consultations.ts';
import { getDashboard } from '../dashboard.ts';
import { id } from '../fields.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { getReferral } from '../referrals.ts';
import { listSentDeliveries } from '../sharing/documentExport.ts';

export const deliveryEvents = {
  /**
   * A delivery (email, fax ...) was added, or its state changed. Names the patient if charts of theirs are sent: then it is also sent to
   * everybody who can see the patient.
   */
  DeliveryChangedEvent: realtimeEvent({
    payload: z.object({
      deliveryId: id,
      referralId: id.nullable(),
      careCoordinatorRequestId: id.optional(),
      patientId: id.optional(),
    }),
    access: signedIn,
    makesStale: [listSentDeliveries],
    makesStaleWhereShown: [getReferral, getConsultation, getDashboard],
  }),
};
