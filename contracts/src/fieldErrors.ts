import type { z } from 'zod';
import { mayNameActedFor, type Endpoint, type InputOf } from './endpoint.ts';
import type { ValidationErrors } from './result.ts';
import { undeclaredFields } from './undeclared.ts';
import { fallbackTexts } from './zodTexts.ts';

/** The first message of each field, keyed by its path: `comments.0`. */
export function fieldErrors(error: z.ZodError): ValidationErrors {
  const errors: ValidationErrors = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.');
    errors[field] ??= issue.message;
  }
  return errors;
}

/** The refusal of fields or parameters that a call does not declare, by their paths. */
export function undeclaredErrors(fields: readonly string[]): ValidationErrors {
  // Not by assignment, which would lose a field named __proto__.
  return Object.fromEntries(fields.map((field) => [field, fallbackTexts.undeclared]));
}

/** The input of a call as its endpoint declares it, or the messages of its fields. */
export function parseCall<E extends Endpoint>(
  endpoint: E,
  raw: unknown,
): { input: InputOf<E>; errors?: undefined } | { errors: ValidationErrors } {
  const parsed = endpoint.input.safeParse(raw);
  const undeclared = undeclaredFields(endpoint.input, raw).filter((field) => !isTaken(endpoint, field));
  if (parsed.success && undeclared.length === 0) return { input: parsed.data as InputOf<E> };
  return { errors: { ...undeclaredErrors(undeclared), ...(parsed.error && fieldErrors(parsed.error)) } };
}

function isTaken(endpoint: Endpoint, field: string): boolean {
  return endpoint.isOfService === true || (field === 'onBehalfOfUserId' && mayNameActedFor(endpoint));
}

/** For tests: what the server answers as `validationErrors` to this input; empty if the contract accepts it. */
export function inputErrors(endpoint: Endpoint, input: object): ValidationErrors {
  return parseCall(endpoint, input).errors ?? {};
}
