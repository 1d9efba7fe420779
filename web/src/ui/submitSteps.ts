import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Submits the form of a wizard, whose steps are parts of its values.
 * @param submit resolves to true if it is done, the step with an error, or false to stay
 * @returns the same, or the first step with an invalid value
 */
export async function submitSteps<Values extends FieldValues, Result>(
  form: UseFormReturn<Values, unknown, Result>,
  parts: readonly (keyof Values)[],
  submit: (values: Result) => Promise<number | boolean>,
): Promise<number | boolean> {
  let outcome: number | boolean = false;
  await form.handleSubmit(
    async (values) => {
      outcome = await submit(values);
    },
    (errors) => {
      outcome = parts.findIndex((part) => errors[part] !== undefined);
    },
  )();
  return outcome;
}
