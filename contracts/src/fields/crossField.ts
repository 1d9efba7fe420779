import type { z } from 'zod';

// Rules across two fields (docs/domain/fields.md), for `.superRefine()` of the object with both.

/** Whether a field has a value; false for null, an empty text or list, and an unchecked box. */
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

/** `field` is required unless `other` is set. */
export function requiredUnless<Values extends object>(
  field: keyof Values & string,
  other: keyof Values & string,
  message: string,
): Check<Values> {
  return requiredWhen(field, message, (values) => !isSet(values[other]));
}
