import { referralEventVerbs } from '@careloop/contracts/referrals/story';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import type { AppError } from '../../platform/errors.ts';
import { requireVersion, unauthorizedPatient } from '../../platform/errors.ts';
import type { AuditSubject, SetAuditSubject } from '../../platform/http/route.ts';
import type { ReferralRow } from './policy.ts';
import { findDenied, findLastChange, lockReferral } from './queries/referral.ts';
import type { ReferralKey } from './queries/referral.ts';

/** The subject requestedSubject in the request, for auditing a denial before it is known whether the actor may see it. */
export function requestedSubject({ referralId, workQueueEncounterId }: ReferralKey): AuditSubject {
  if (referralId) return { subjectType: 'referral', subjectId: referralId };
  return workQueueEncounterId ? { subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId } : {};
}

/** The error for a refuseUnseen referral, audited with its patient, so that it is recorded even though the caller learns nothing. */
export async function refuseUnseen(db: Db, key: ReferralKey, setAuditSubject: SetAuditSubject): Promise<AppError> {
  const found = await findDenied(db, key);
  if (found !== undefined)
    setAuditSubject({ patientId: found.patientId, subjectType: 'referral', subjectId: found.referralId });
  return unauthorizedPatient();
}

/** Message that says who changed the referral in the meantime, and how. */
function staleText(actor: Actor, last: Awaited<ReturnType<typeof findLastChange>>): string {
  if (last === undefined) return 'This referral has changed since you opened it.';
  const who = last.changedByUserId === actor.userId ? 'You' : last.changedBy;
  return `${who} ${referralEventVerbs[last.what]} in the meantime.`;
}

/**
 * Locks the referral to be changed, and checks that it is in the version the caller saw.
 * @throws AppError `unauthorized_patient` if the actor may not see it, `stale_version` if it was changed in the meantime
 */
export async function lockSeen(
  db: Db,
  actor: Actor,
  input: ReferralKey & { version?: number | undefined },
  setAuditSubject: SetAuditSubject,
): Promise<ReferralRow> {
  setAuditSubject(requestedSubject(input));
  const referral = await lockReferral(db, actor, input);
  if (referral === undefined) throw await refuseUnseen(db, input, setAuditSubject);
  setAuditSubject({ patientId: referral.patientId, subjectType: 'referral', subjectId: referral.referralId });
  if (input.version !== undefined && input.version !== referral.version) {
    const last = await findLastChange(db, referral.referralId);
    await requireVersion(input.version, referral.version, staleText(actor, last), () => last);
  }
  return referral;
}
