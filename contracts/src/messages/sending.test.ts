import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { messageTexts } from '../messages.ts';
import { saveCannedReply } from './cannedReplies.ts';
import { sendMessage } from './sending.ts';

it.each([
  ['no text', { message: '' }, { message: messageTexts.messageRequired }],
  ['spaces', { message: ' \n\t ' }, { message: messageTexts.messageRequired }],
  ['invisible text', { message: '\u200B\u2060\u202E \u3164' }, { message: messageTexts.messageRequired }],
  ['100,000 characters', { message: 'x'.repeat(100_000) }, { message: messageTexts.messageTooLong }],
  ['NUL', { message: 'a\0b' }, { message: messageTexts.unkeepable }],
  ['a lone surrogate', { message: 'half \uD83D of one' }, { message: messageTexts.unkeepable }],
  ['an empty list of recipients', { recipientUserIds: [] }, { recipientUserIds: messageTexts.recipientRequired }],
  ['no recipients', { recipientUserIds: undefined }, { recipientUserIds: messageTexts.recipientRequired }],
])('a message is refused with %s', (_what, input, errors) => {
  expect(inputErrors(sendMessage, { message: 'x', recipientUserIds: [1], ...input })).toEqual(errors);
});

it.each([
  ['blank', { title: ' ', message: ' ' }, { title: messageTexts.titleRequired, message: messageTexts.messageRequired }],
  [
    'invisible',
    { title: '\u200b\u2060', message: '\u3164\n\u200d' },
    { title: messageTexts.titleRequired, message: messageTexts.messageRequired },
  ],
  [
    'not valid Unicode',
    { title: 'a\0b', message: '\ud83d' },
    { title: messageTexts.unkeepableTitle, message: messageTexts.unkeepable },
  ],
  ['too long', { title: 'x'.repeat(51), message: 'x' }, { title: messageTexts.titleTooLong }],
])('a canned reply is refused if it is %s', (_what, input, errors) => {
  expect(inputErrors(saveCannedReply, input)).toEqual(errors);
});
