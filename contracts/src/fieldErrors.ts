import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { ValidationErrors } from './result.ts';

/** The first message of each field, keyed by its path: `comments.0`. */
export function fieldErrors(error: z.ZodError): ValidationErrors {
  const errors: ValidationErrors = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.');
    errors[field] ??= issue.message;
  }
  return errors;
}

/** For tests: what the server answers as `validationErrors` to this input; empty if the contract accepts it. */
export function inputErrors(endpoint: Endpoint, input: object): ValidationErrors {
  const { error } = endpoint.input.safeParse(input);
  return error === undefined ? {} : fieldErrors(error);
}
