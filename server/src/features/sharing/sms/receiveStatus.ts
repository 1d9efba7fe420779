import type { InputOf } from '@careloop/contracts/endpoint';
import type { receiveTextStatus } from '@careloop/contracts/sharing/sms';

import type { Database } from '../../../platform/db/client.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { keepReport } from '../../../core/integrations/deliveryRows.ts';
import { keepRefusal } from '../../../core/integrations/text-messages/optOut.ts';
import { smsError, smsState, twilioOptedOut } from '../../../core/integrations/text-messages/twilio.ts';
import { publishTextsChanged } from './publishTextsChanged.ts';

/**
 * Stores the reported status of a text message. A report may arrive before the response to the send call was stored, and then
 * finds no message; the service is asked for the status later (askAboutTexts.ts).
 */
export async function receiveStatus(
  db: Database,
  { MessageSid, MessageStatus, ErrorCode }: InputOf<typeof receiveTextStatus>,
): Promise<void> {
  const state = smsState(MessageStatus);
  if (state === 'accepted') return;
  const attempt = await db
    .selectFrom('delivery_attempt')
    .select('delivery_attempt_id')
    .where('vendor_reference', '=', MessageSid)
    .where('vendor', '=', 'twilio')
    .where('outcome', '=', 'accepted')
    .executeTakeFirst();
  if (attempt === undefined) return;
  const code = /^\d{1,6}$/.test(ErrorCode ?? '') ? Number(ErrorCode) : null;
  const error = state === 'failed' ? (smsError(code, null) ?? `Twilio: ${MessageStatus}`) : null;
  const report = { vendorReference: MessageSid, state, error };
  const delivery = await keepReport(db, attempt.delivery_attempt_id, report);
  if (delivery === null) return;
  await inTransaction(db, async (own) => {
    if (code === twilioOptedOut) await keepRefusal(own, delivery.recipient_address);
    if (delivery.patient_id !== null && delivery.created_by_user_id !== null) {
      await publishTextsChanged(own, delivery.patient_id);
    }
  });
}
