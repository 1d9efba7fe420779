import type { InputOf } from '@careloop/contracts/endpoint';
import { textTexts } from '@careloop/contracts/sharing/sms';
import type { sendTextMessage } from '@careloop/contracts/sharing/sms';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { insertNewDelivery, publishChange } from '../../../core/integrations/deliveryRows.ts';
import { e164 } from '../../../core/integrations/e164.ts';
import { findOptOuts } from '../../../core/integrations/text-messages/optOut.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import { sendText } from './jobs.ts';
import { publishTextsChanged } from './publishTextsChanged.ts';
import type { TextedPatientRow } from './textPolicy.ts';

/** Adds a text message to the ledger; a job sends it after the commit. */
export async function writeText(
  db: Db,
  actor: Actor,
  { patientId, clientId }: Authorized<TextedPatientRow, 'send'>,
  senderNumber: string,
  input: InputOf<typeof sendTextMessage>,
): Promise<{ deliveryId: number }> {
  const number = e164(input.phoneNumber);
  if (number === null) throw invalidInput({ phoneNumber: textTexts.phoneInvalid });
  const optOut = (await findOptOuts(db, [number])).get(number);
  if (optOut?.isOptedOut === true) throw invalidInput({ phoneNumber: textTexts.optedOut });
  const content = {
    channel: 'sms',
    clientId,
    patientId,
    recipientUserId: null,
    recipientAddress: number,
    recipientName: input.recipientName,
    senderAddress: senderNumber,
    subject: null,
    body: input.messageText,
    createdByUserId: actor.userId,
    onBehalfOfUserId: actor.onBehalfOfUserId,
  } as const;
  const delivery = await insertNewDelivery(db, content);
  const deliveryId = delivery.delivery_id;
  await enqueue(db, sendText, { deliveryId });
  await record(db, actor, {
    action: 'text-message.sent',
    patientId,
    subjectType: 'delivery',
    subjectId: deliveryId,
    details: { hasConsentedToSms: input.hasConsentedToSms, messageContainsNoPhi: input.messageContainsNoPhi },
  });
  await publishChange(db, delivery, []);
  await publishTextsChanged(db, patientId);
  return { deliveryId };
}
