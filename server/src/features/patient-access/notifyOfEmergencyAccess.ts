import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { mailUser } from '../../core/integrations/mailUser.ts';
import { sendToEach } from '../../core/integrations/sendToEach.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { emergencyAccessText } from './texts.ts';

interface Recipient {
  userId: number;
  firstName: string;
  lastName: string;
  email: string;
  patientId: number;
}

/** Mails each member of the care team once. The message contains no patient information, only a link to the record. */
export async function notifyOfEmergencyAccess(
  deps: WorkerDeps,
  { breakGlassAccessId }: { breakGlassAccessId: number },
  run: JobAttempt,
): Promise<void> {
  await sendToEach(await findRecipients(deps.db, breakGlassAccessId), async (one) => {
    const key = `emergency-access:${breakGlassAccessId}:${one.userId}`;
    await mailUser(deps, one, emergencyAccessText(deps, one), key, { run });
  });
}

const recipient = shape<Recipient, { u: 'user_account'; m: 'care_team_member' }>({
  userId: 'u.user_id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  // Members without an address are skipped.
  email: sql`u.email`,
  patientId: 'm.patient_id',
});

async function findRecipients(db: Db, breakGlassAccessId: number): Promise<Recipient[]> {
  const { rows } = await recipient.from`break_glass_access b
    join care_team_member m on m.patient_id = b.patient_id and m.status = 'accepted'
    join user_account u on u.user_id = m.user_id and u.is_active and u.email is not null and u.user_id <> b.user_id
    where b.break_glass_access_id = ${breakGlassAccessId} order by u.user_id`.execute(db);
  return rows;
}
