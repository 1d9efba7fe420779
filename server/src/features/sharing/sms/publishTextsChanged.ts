import { patientAudience } from '../../../core/access/patientAudience.ts';
import type { Db } from '../../../platform/db/client.ts';
import { publish } from '../../../platform/realtime/publish.ts';

/** Notifies users who may see the patient that their text messages changed. */
export async function publishTextsChanged(db: Db, patientId: number): Promise<void> {
  await publish(db, await patientAudience(db, patientId), 'TextMessagesChangedEvent', { patientId });
}
