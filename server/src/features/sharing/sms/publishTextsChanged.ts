import { patientAudience } from '../../../core/access/patientAudience.ts';
import type { Db } from '../../../platform/db/client.ts';

/** Notifies users who may see the patient that their text messages changed. */
export async function publishTextsChanged(db: Db, patientId: number): Promise<void> {
  await patientAudience.publish(db, patientId, 'TextMessagesChangedEvent', { patientId });
}
