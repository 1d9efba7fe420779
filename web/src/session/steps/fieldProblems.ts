import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

interface Problem {
  fields: Readonly<Record<string, string>>;
  message: string;
}

/**
 * Shows what the server refused at its fields, the first one focused.
 * @returns the words that belong to no field, if any
 */
export function showFieldProblems<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  { fields, message }: Problem,
): string | undefined {
  const own = Object.entries(fields).filter(([name]) => name in form.getValues());
  for (const [index, [name, text]] of own.entries()) {
    form.setError(name as Path<Values>, { type: 'server', message: text }, { shouldFocus: index === 0 });
  }
  return own.length > 0 ? undefined : message;
}
