import type { LinkedConsultation } from '@careloop/contracts/consultations/linked';
import { sql } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import { maySeeConsultation } from '../../../../core/access/consultationAccess.ts';
import { iso, shape } from '../../../../platform/db/shape.ts';

const linked = shape<LinkedConsultation, { cr: 'consultation' }>({
  careCoordinatorRequestId: 'cr.consultation_id',
  status: 'cr.status',
  dateCreated: iso('cr.date_created'),
  requestedToName: sql`coalesce(t.last_name || ', ' || t.first_name, tu.last_name || ', ' || tu.first_name)`,
});

/** The consultation a referral was created from, if the actor may see it. */
export function findOriginConsultation(actor: Actor, referralId: number) {
  return linked.from`consultation cr join patient p on p.patient_id = cr.patient_id
    left join user_account tu on tu.user_id = cr.requested_to_user_id
    left join healthcare_provider t on t.healthcare_provider_id = cr.healthcare_provider_id
    where cr.followed_by_referral_id = ${referralId} and ${maySeeConsultation(actor)}`;
}
