import { z } from 'zod';
import { hasVisibleText } from '../fields.ts';

/** What is wrong with a trimmed text that is not empty, as a sentence for its field; null when nothing is. */
export type Problem = (value: string) => string | null;

/** A text that holds to a rule, or nothing: trimmed, and null when nothing is left. */
export function optional(problem: Problem) {
  return z
    .string()
    .trim()
    .nullish()
    .superRefine((value, context) => {
      const message = value ? problem(value) : null;
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .transform((value) => value || null);
}

/** A text that must be there and hold to a rule: trimmed. Only one of the two messages is given. */
export function required(problem: Problem, missing: string) {
  return z
    .string(missing)
    .trim()
    .superRefine((value, context) => {
      const message = hasVisibleText(value) ? problem(value) : missing;
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}

/** The rule that a text has at most `max` characters. */
export function atMost(max: number, message: string): Problem {
  return (value) => (value.length > max ? message : null);
}

/** Of several rules the first that is broken. */
export function allOf(...problems: readonly Problem[]): Problem {
  return (value) => {
    for (const problem of problems) {
      const message = problem(value);
      if (message !== null) return message;
    }
    return null;
  };
}
