import { consultationTexts } from '@careloop/contracts/consultations';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import type { AppError } from '../../platform/errors.ts';
import { requireVersion, unauthorizedPatient } from '../../platform/errors.ts';
import type { AuditSubject, SetAuditSubject } from '../../platform/http/route.ts';
import type { ConsultationRow } from './policy.ts';
import { findDenied, findLastChange, lockConsultation } from './queries/consultation.ts';
import type { ConsultationKey } from './queries/consultation.ts';

/** The subject requestedSubject in the request, for auditing a denial before it is known whether the actor may see it. */
export function requestedSubject({
  careCoordinatorRequestId: id,
  workQueueEncounterId,
}: ConsultationKey): AuditSubject {
  if (id) return { subjectType: 'consultation', subjectId: id };
  return workQueueEncounterId ? { subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId } : {};
}

/**
 * The error for a refuseUnseen consultation, audited with its patient, so that it is recorded even though the caller learns nothing.
 */
export async function refuseUnseen(db: Db, key: ConsultationKey, setAuditSubject: SetAuditSubject): Promise<AppError> {
  const found = await findDenied(db, key);
  if (found !== undefined) {
    setAuditSubject({ patientId: found.patientId, subjectType: 'consultation', subjectId: found.consultationId });
  }
  return unauthorizedPatient();
}

/**
 * Locks the consultation to be changed, and checks that it is in the version the caller saw.
 * @throws AppError `unauthorized_patient` if the actor may not see it, `stale_version` if it was changed in the meantime
 */
export async function lockSeen(
  db: Db,
  actor: Actor,
  input: ConsultationKey & { version?: number | undefined },
  setAuditSubject: SetAuditSubject,
): Promise<ConsultationRow> {
  setAuditSubject(requestedSubject(input));
  const consultation = await lockConsultation(db, actor, input);
  if (consultation === undefined) throw await refuseUnseen(db, input, setAuditSubject);
  const { consultationId, patientId, version } = consultation;
  setAuditSubject({ patientId, subjectType: 'consultation', subjectId: consultationId });
  await requireVersion(input.version, version, consultationTexts.changed, () => findLastChange(db, consultationId));
  return consultation;
}
