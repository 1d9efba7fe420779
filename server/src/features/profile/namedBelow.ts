import type { ValidationErrors } from '@careloop/contracts/result';

import { AppError, invalidInput } from '../../platform/errors.ts';

/** Names the fields of a refusal as the caller sent them: within their part of the profile. */
export async function namedBelow<Result>(part: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    const errors: ValidationErrors = {};
    for (const [field, message] of Object.entries(error.validationErrors)) errors[`${part}.${field}`] = message;
    throw invalidInput(errors);
  }
}
