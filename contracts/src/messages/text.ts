import { z } from 'zod';
import { hasVisibleText, isKeepable } from '../fields.ts';
import { messageLimits, messageTexts } from '../messages.ts';

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
