import { z } from 'zod';
import { signedIn } from '../access.ts';
import { id } from '../fields.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { arePhoneNumbersOptedOut, isPhoneNumberOptedOut, listTextMessages } from './sms.ts';

export const smsEvents = {
  /** A text message to a patient was sent or changed its state, or a reply arrived. Sent to those who can see the patient. */
  TextMessagesChangedEvent: realtimeEvent({
    payload: z.object({ patientId: id }),
    access: signedIn,
    // A reply may have been STOP.
    makesStale: [listTextMessages, isPhoneNumberOptedOut, arePhoneNumbersOptedOut],
  }),
  /** A reply to a text message arrived. Sent to the message's sender (`userId`), if they can still see the patient. */
  TextReplyReceivedEvent: realtimeEvent({
    payload: z.object({ patientId: id, userId: id, smsReplyId: id }),
    access: signedIn,
    makesStale: [],
  }),
};
