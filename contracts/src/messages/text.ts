import { z } from 'zod';
import { isKeepable } from '../fields.ts';
import { messageLimits, messageTexts } from '../messages.ts';

/** Something to be seen: neither a blank nor one of the characters that take no room, of which a message would look empty. */
const visible = /[^\s\p{Z}\p{Cf}\p{DI}]/u;

/** Whether somebody who reads the text would see anything. */
export const hasVisibleText = (text: string): boolean => visible.test(text);

/**
 * A message's text, kept as it is written: any script, emoji and line breaks. Only blanks, what is too long, and what is
 * no text (NUL, halves of characters) is refused.
 */
export function messageText(missing: string) {
  return z
    .string(missing)
    .refine(hasVisibleText, missing)
    .max(messageLimits.message, messageTexts.messageTooLong)
    .refine(isKeepable, messageTexts.unkeepable);
}

/** A message's text before it is finished: it may be empty, and is otherwise what can be sent. */
export const unfinishedText = z
  .string()
  .max(messageLimits.message, messageTexts.messageTooLong)
  .refine(isKeepable, messageTexts.unkeepable);
