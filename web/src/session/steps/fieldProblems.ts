import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

interface Problem {
  fields: Readonly<Record<string, string>>;
  message: string;
}

/**
 * Shows the server's errors at their fields and focuses the first one.
 * @returns the message if it belongs to no field
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
