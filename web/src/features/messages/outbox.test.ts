import { expect, test } from 'vitest';
import { withoutShown, type OutgoingReply } from './outbox.ts';

function reply(key: string, conversationKey: string, values: Partial<OutgoingReply> = {}): OutgoingReply {
  const draft = { drop: () => Promise.resolve(), restore: () => undefined, clear: () => undefined };
  return { key, input: { conversationKey, message: 'Yes.' }, draft, state: 'sending', ...values };
}

test('what was sent goes once it stands among the messages; what was not stays', () => {
  const all = [
    reply('sent', 'one', { state: 'sent', sequence: 7 }),
    reply('later', 'one', { state: 'sent', sequence: 8 }),
    reply('failed', 'one', { state: 'failed' }),
    reply('other', 'two', { state: 'sent', sequence: 3 }),
  ];
  const keysOf = (left: readonly OutgoingReply[]) => left.map(({ key }) => key);
  expect(keysOf(withoutShown(all, 'one', 7))).toEqual(['later', 'failed', 'other']);
  expect(keysOf(withoutShown(all, 'one', Number.POSITIVE_INFINITY))).toEqual(['failed', 'other']);
});
