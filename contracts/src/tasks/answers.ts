import { z } from 'zod';
import { emailProblem } from '../fields/contact.ts';
import { parseDay } from '../fields/dates.ts';
import { hasVisibleText, id } from '../fields.ts';
import { phoneProblem, tidyPhone } from '../fields/phone.ts';
import type { TaskTemplateField } from './templates.ts';

// Answers to the fields of a task template, and to the questions of a referral protocol.

/** Maximum length of an answer. */
export const longestAnswer = 500;

/** Answers by field name: a text, a boolean, YYYY-MM-DD, or a provider id. */
export const givenAnswers = z.record(
  z.string().max(40),
  z.union([z.string().max(longestAnswer), z.boolean(), id, z.null()]),
);
export type GivenAnswers = z.infer<typeof givenAnswers>;
export type GivenAnswer = GivenAnswers[string];

/** Whether a field was left empty; an unchecked checkbox is. */
export const isUnanswered = (given: unknown): boolean =>
  given === undefined || given === null || given === false || (typeof given === 'string' && !hasVisibleText(given));

/** An answer as it is stored and shown; null if it is not valid. A provider is looked up by its id. */
export function answerText(
  { type, options }: Pick<TaskTemplateField, 'type' | 'options'>,
  given: GivenAnswer,
): string | null {
  if (type === 'checkbox') return given === true ? 'Yes' : null;
  if (typeof given !== 'string') return null;
  const text = given.trim();
  switch (type) {
    case 'phone':
      return phoneProblem(given) === null ? tidyPhone(given) : null;
    case 'email':
      return emailProblem(text) === null ? text : null;
    case 'dropdown':
    case 'radio':
      return options.includes(given) ? given : null;
    case 'date':
      return parseDay(given);
    case 'provider_selector':
      return null;
    default:
      return text === '' ? null : text;
  }
}
