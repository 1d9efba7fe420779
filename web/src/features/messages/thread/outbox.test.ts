import { expect, test } from 'vitest';
import { arrivedOf, withoutShown, type OutgoingReply } from './outbox.ts';

function reply(key: string, conversationKey: string, values: Partial<OutgoingReply> = {}): OutgoingReply {
  const draft = { drop: () => Promise.resolve(), restore: () => undefined, clear: () => undefined };
  return { key, input: { conversationKey, message: 'Yes.' }, draft, state: 'sending', after: 5, ...values };
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

test('what seems to have failed has arrived when its words came from who sent them, after what was there before', () => {
  const failed = reply('failed', 'one', { state: 'failed' });
  const message = (sequence: number, userId: number, text: string) => ({
    sequence,
    message: text,
    fromUser: { userId, firstName: 'Linh', lastName: 'Nguyen' },
  });
  const arrivedAmong = (...messages: ReturnType<typeof message>[]) => arrivedOf([failed], messages, 2).length;
  expect(arrivedAmong(message(6, 2, 'Yes. '))).toBe(1);
  expect(arrivedAmong(message(5, 2, 'Yes.'), message(6, 3, 'Yes.'), message(7, 2, 'No.'))).toBe(0);
  expect(arrivedOf([reply('sending', 'one')], [message(6, 2, 'Yes.')], 2)).toEqual([]);
});
