import type { Actor } from '../../access/actor.ts';
import { authorize } from '../../access/authorize.ts';
import type { Authorized } from '../../access/authorize.ts';
import type { Db } from '../../db/client.ts';
import { invalidInput } from '../../errors.ts';
import type { Seen } from '../../http/route.ts';
import { denied, named } from './lockSeen.ts';
import { consultationPolicy } from './policy.ts';
import type { ConsultationRow } from './policy.ts';
import { lockConsultation } from './queries.ts';
import { changeConsultation } from './timeline.ts';

/** A consultation that may become a referral. */
export type ReferableConsultation = Authorized<ConsultationRow, 'refer'>;

/**
 * The consultation that becomes a referral, under its lock.
 * @throws AppError `unauthorized_patient` when the actor may not see it, `invalid_input` when it is another patient's
 */
export async function lockToRefer(
  db: Db,
  actor: Actor,
  { careCoordinatorRequestId, patientId }: { careCoordinatorRequestId: number; patientId: number },
  seen: (what: Seen) => void,
): Promise<ReferableConsultation> {
  const key = { careCoordinatorRequestId };
  seen(named(key));
  const consultation = await lockConsultation(db, actor, key);
  if (consultation === undefined) throw await denied(db, key, seen);
  if (consultation.patientId !== patientId) {
    throw invalidInput({ patientId: 'The consultation to follow is another patient’s.' });
  }
  return authorize(actor, consultationPolicy, 'refer', consultation);
}

/** Links a consultation to the referral that it became; its story says so. */
export async function becomeReferral(
  db: Db,
  actor: Actor,
  consultation: ReferableConsultation,
  referralId: number,
): Promise<void> {
  const change = { action: 'referred', to: null } as const;
  await changeConsultation(db, actor, consultation, change, { followed_by_referral_id: referralId }, []);
}
