import { z } from 'zod';
import { hasVisibleText, isKeepable } from '../fields.ts';
import { messageLimits, messageTexts } from '../messages.ts';

/**
 * Text of a message, stored unchanged, with any script, emoji and line breaks. Refused are blank texts, too long texts, and
 * invalid characters (NUL, lone surrogates).
 */
export function messageText(missing: string) {
  return z
    .string(missing)
    .refine(hasVisibleText, missing)
    .max(messageLimits.message, messageTexts.messageTooLong)
    .refine(isKeepable, messageTexts.unkeepable);
}

/** Text of a draft: may be empty, otherwise the rules for messages apply. */
export const unfinishedText = z
  .string()
  .max(messageLimits.message, messageTexts.messageTooLong)
  .refine(isKeepable, messageTexts.unkeepable);
