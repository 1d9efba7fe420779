import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { sendTextMessage } from './sms.ts';

const text = {
  patientId: 1,
  recipientName: 'Grace Okafor',
  phoneNumber: '617-555-0123',
  messageText: 'Please call us about your visit.',
  messageContainsNoPhi: true,
  hasConsentedToSms: true,
};

it.each([
  [{ recipientName: ' ' }, { recipientName: 'Recipient Name is required' }],
  [{ recipientName: 'x'.repeat(76) }, { recipientName: 'Recipient name cannot exceed 75 characters' }],
  [{ phoneNumber: '' }, { phoneNumber: 'Phone number is required' }],
  [{ phoneNumber: '555-0123' }, { phoneNumber: 'Invalid phone number' }],
  [{ phoneNumber: '617-555-0123 x5' }, { phoneNumber: 'Invalid phone number' }],
  [{ messageText: '' }, { messageText: 'Message is required' }],
  [{ messageText: 'x'.repeat(501) }, { messageText: 'Message cannot exceed 500 characters' }],
  [{ hasConsentedToSms: false }, { hasConsentedToSms: 'Patient consent required' }],
  [{ messageContainsNoPhi: false }, { messageContainsNoPhi: 'Verification is required' }],
])('a text message is refused with %j', (wrong, errors) => {
  expect(inputErrors(sendTextMessage, { ...text, ...wrong })).toEqual(errors);
});
