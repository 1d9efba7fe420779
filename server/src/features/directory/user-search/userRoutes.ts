import { findUsers, listUsers, longestUserList, suggestUsers } from '@careloop/contracts/directory/users';

import type { Actor } from '../../../platform/identity/actor.ts';
import { requirePatient } from '../../../core/access/patientAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { unauthorizedPatient } from '../../../platform/errors.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { findSuggested, searchUsers } from './findUsers.ts';

export function userRoutes(app: App): void {
  route(app, findUsers, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId ?? null });
    await requireOpen(db, actor, input);
    return searchUsers(db, actor, input);
  });

  route(app, listUsers, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId ?? null });
    await requireOpen(db, actor, input);
    return searchUsers(db, actor, { ...input, page: 1, pageSize: longestUserList });
  });

  route(app, suggestUsers, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId, pageSize } = input;
    setAuditSubject({ patientId: patientId ?? null });
    await requireOpen(db, actor, input);
    return { items: await findSuggested(db, actor, patientId, pageSize) };
  });
}

interface AboutPatient {
  patientId?: number | undefined;
  patientEncounterId?: number | undefined;
}

/** @throws AppError `unauthorized_patient` if the actor may not see the patient, or the encounter's patient */
async function requireOpen(db: Db, actor: Actor, { patientId, patientEncounterId }: AboutPatient): Promise<void> {
  if (patientId !== undefined) await requirePatient(db, actor, patientId);
  if (patientEncounterId === undefined) return;
  const encounter = await db
    .selectFrom('patient_encounter')
    .select('patient_id')
    .where('patient_encounter_id', '=', patientEncounterId)
    .executeTakeFirst();
  if (encounter === undefined) throw unauthorizedPatient();
  await requirePatient(db, actor, encounter.patient_id);
}
