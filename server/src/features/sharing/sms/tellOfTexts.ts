import { patientAudience } from '../../../access/patientAudience.ts';
import type { Db } from '../../../db/client.ts';
import { publish } from '../../../realtime/publish.ts';

/** Tells those who see the patient that there is something new among the text messages. */
export async function tellOfTexts(db: Db, patientId: number): Promise<void> {
  await publish(db, await patientAudience(db, patientId), 'TextMessagesChangedEvent', { patientId });
}
