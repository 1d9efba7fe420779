import type { Actor } from '../../../platform/identity/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import type { Db } from '../../../platform/db/client.ts';
import { invalidInput } from '../../../platform/errors.ts';
import type { SetAuditSubject } from '../../../platform/http/route.ts';
import { refuseUnseen, requestedSubject } from '../lockSeen.ts';
import { consultationPolicy } from '../policy.ts';
import type { ConsultationRow } from '../policy.ts';
import { lockConsultation } from '../queries/consultation.ts';
import { changeConsultation } from '../addTimelineRow.ts';

/** A consultation, authorized for turning it into a referral. */
export type ReferableConsultation = Authorized<ConsultationRow, 'refer'>;

/**
 * Locks the consultation that is turned into a referral.
 * @throws AppError `unauthorized_patient` if the actor may not see it, `invalid_input` if it belongs to another patient
 */
export async function lockToRefer(
  db: Db,
  actor: Actor,
  { careCoordinatorRequestId, patientId }: { careCoordinatorRequestId: number; patientId: number },
  setAuditSubject: SetAuditSubject,
): Promise<ReferableConsultation> {
  const key = { careCoordinatorRequestId };
  setAuditSubject(requestedSubject(key));
  const consultation = await lockConsultation(db, actor, key);
  if (consultation === undefined) throw await refuseUnseen(db, key, setAuditSubject);
  if (consultation.patientId !== patientId) {
    throw invalidInput({ patientId: 'The consultation to follow is another patient’s.' });
  }
  return authorize(actor, consultationPolicy, 'refer', consultation);
}

/** Links a consultation to the referral created from it, and adds this to its timeline. */
export async function becomeReferral(
  db: Db,
  actor: Actor,
  consultation: ReferableConsultation,
  referralId: number,
): Promise<void> {
  const change = { action: 'referred', to: null } as const;
  await changeConsultation(db, actor, consultation, change, { followed_by_referral_id: referralId }, []);
}
