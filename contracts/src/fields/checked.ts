import { z } from 'zod';
import { hasVisibleText } from '../fields.ts';

/** Returns the error message for a trimmed, non-empty text, or null if it is valid. */
export type Problem = (value: string) => string | null;

/** An optional text with a rule: trimmed, and null if empty. */
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

/** A required text with a rule: trimmed. Returns only one of the two messages. */
export function required(problem: Problem, missing: string) {
  return z
    .string(missing)
    .trim()
    .superRefine((value, context) => {
      const message = hasVisibleText(value) ? problem(value) : missing;
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}

/** Rule: at most `max` characters. */
export function atMost(max: number, message: string): Problem {
  return (value) => (value.length > max ? message : null);
}

/** Combines rules; returns the message of the first violated one. */
export function allOf(...problems: readonly Problem[]): Problem {
  return (value) => {
    for (const problem of problems) {
      const message = problem(value);
      if (message !== null) return message;
    }
    return null;
  };
}
