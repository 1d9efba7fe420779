import { expect, test } from 'vitest';
import { cancelConsequence } from './cancelConsequence.ts';

test('promises no message, and asks to call an office that cannot see the portal', () => {
  const sent = { requestedToName: 'Anjali Patel', isReceiverUser: true };
  expect(cancelConsequence(sent)).toBe(
    'It leaves the work queue of the receiver, who gets no message. Anjali Patel keeps what was sent and sees nothing added later.',
  );
  expect(cancelConsequence({ ...sent, isReceiverUser: false })).toBe(
    'Anjali Patel cannot see this in the portal: call the office if it was asked.',
  );
});
