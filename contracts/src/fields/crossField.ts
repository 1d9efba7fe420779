import type { z } from 'zod';

// Rules that look at two fields (docs/domain/fields.md). For `.superRefine()` of the object that has both.

/** Whether a field holds something: not nothing, an empty text or list, or a box that is not ticked. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return !Array.isArray(value) || value.length > 0;
}

type Check<Values> = (values: Values, context: z.RefinementCtx<Values>) => void;

function requiredWhen<Values extends object>(
  field: keyof Values & string,
  message: string,
  applies: (values: Values) => boolean,
): Check<Values> {
  return (values, context) => {
    if (!isSet(values[field]) && applies(values)) context.addIssue({ code: 'custom', path: [field], message });
  };
}

/** `field` is required once `other` is set. */
export function requiredIf<Values extends object>(
  field: keyof Values & string,
  other: keyof Values & string,
  message: string,
): Check<Values> {
  return requiredWhen(field, message, (values) => isSet(values[other]));
}

/** `field` is required as long as `other` is not set. */
export function requiredUnless<Values extends object>(
  field: keyof Values & string,
  other: keyof Values & string,
  message: string,
): Check<Values> {
  return requiredWhen(field, message, (values) => !isSet(values[other]));
}
