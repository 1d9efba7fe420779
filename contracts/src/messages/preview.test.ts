import { expect, it } from 'vitest';
import { messagePreview } from '../messages.ts';

it.each([
  ['is whole up to 75 characters', 'a'.repeat(75), 'a'.repeat(75)],
  ['is cut after 75 characters', 'a'.repeat(76), `${'a'.repeat(75)}…`],
  ['counts what is seen as one character as one', '👩🏽‍⚕️'.repeat(75), '👩🏽‍⚕️'.repeat(75)],
  ['never cuts a character in two', '👩🏽‍⚕️'.repeat(76), `${'👩🏽‍⚕️'.repeat(75)}…`],
  ['stands on one line', ' First\r\n\tsecond  ', 'First second'],
])('the preview of a message %s', (_name, text, preview) => expect(messagePreview(text)).toBe(preview));
