import { consultationTexts } from '@careloop/contracts/consultations';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import type { AppError } from '../../errors.ts';
import { requireVersion, unauthorizedPatient } from '../../errors.ts';
import type { Seen } from '../../http/route.ts';
import type { ConsultationRow } from './policy.ts';
import { findDenied, findLastChange, lockConsultation } from './queries.ts';
import type { ConsultationKey } from './queries.ts';

/** What a call asks for, before it is known whether the actor may see it: a denial is kept with it. */
export function named({ careCoordinatorRequestId: id, workQueueEncounterId }: ConsultationKey): Seen {
  if (id) return { subjectType: 'consultation', subjectId: id };
  return workQueueEncounterId ? { subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId } : {};
}

/** The denial of a consultation, kept with the patient it is about: it may be there and be closed. */
export async function denied(db: Db, key: ConsultationKey, seen: (what: Seen) => void): Promise<AppError> {
  const found = await findDenied(db, key);
  if (found !== undefined) {
    seen({ patientId: found.patientId, subjectType: 'consultation', subjectId: found.consultationId });
  }
  return unauthorizedPatient();
}

/**
 * The consultation a change is about, under its lock, in the version the caller saw.
 * @throws AppError `unauthorized_patient` when the actor may not see it, `stale_version` when somebody was faster
 */
export async function lockSeen(
  db: Db,
  actor: Actor,
  input: ConsultationKey & { version?: number | undefined },
  seen: (what: Seen) => void,
): Promise<ConsultationRow> {
  seen(named(input));
  const consultation = await lockConsultation(db, actor, input);
  if (consultation === undefined) throw await denied(db, input, seen);
  const { consultationId, patientId, version } = consultation;
  seen({ patientId, subjectType: 'consultation', subjectId: consultationId });
  await requireVersion(input.version, version, consultationTexts.changed, () => findLastChange(db, consultationId));
  return consultation;
}
