import { referralEventVerbs } from '@careloop/contracts/referrals/story';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import type { AppError } from '../../errors.ts';
import { requireVersion, unauthorizedPatient } from '../../errors.ts';
import type { Seen } from '../../http/route.ts';
import type { ReferralRow } from './policy.ts';
import { findDenied, findLastChange, lockReferral } from './queries.ts';
import type { ReferralKey } from './queries.ts';

/** What a call asks for, before it is known whether the actor may see it: a denial is kept with it. */
export function named({ referralId, workQueueEncounterId }: ReferralKey): Seen {
  if (referralId) return { subjectType: 'referral', subjectId: referralId };
  return workQueueEncounterId ? { subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId } : {};
}

/** The denial of a referral, kept with the patient it is about: it may be there and be closed. */
export async function denied(db: Db, key: ReferralKey, seen: (what: Seen) => void): Promise<AppError> {
  const found = await findDenied(db, key);
  if (found !== undefined) seen({ patientId: found.patientId, subjectType: 'referral', subjectId: found.referralId });
  return unauthorizedPatient();
}

/** Who was quicker, and what they did. */
function staleText(last: Awaited<ReturnType<typeof findLastChange>>): string {
  if (last === undefined) return 'Somebody changed this referral meanwhile.';
  return `${last.changedBy} ${referralEventVerbs[last.what]} meanwhile.`;
}

/**
 * The referral a change is about, under its lock, in the version the caller saw.
 * @throws AppError `unauthorized_patient` when the actor may not see it, `stale_version` when somebody was faster
 */
export async function lockSeen(
  db: Db,
  actor: Actor,
  input: ReferralKey & { version?: number | undefined },
  seen: (what: Seen) => void,
): Promise<ReferralRow> {
  seen(named(input));
  const referral = await lockReferral(db, actor, input);
  if (referral === undefined) throw await denied(db, input, seen);
  seen({ patientId: referral.patientId, subjectType: 'referral', subjectId: referral.referralId });
  if (input.version !== undefined && input.version !== referral.version) {
    const last = await findLastChange(db, referral.referralId);
    await requireVersion(input.version, referral.version, staleText(last), () => last);
  }
  return referral;
}
