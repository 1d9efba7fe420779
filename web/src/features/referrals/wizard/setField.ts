import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form';
import type { WizardValues } from './wizardForm.ts';

/**
 * Sets a field and validates it if it has an error. Checking a step marks fields that were never blurred, and the form
 * would not validate them again on change; a selection must clear its error at once.
 */
export function setField<Name extends FieldPath<WizardValues>>(
  form: UseFormReturn<WizardValues>,
  name: Name,
  value: FieldPathValue<WizardValues, Name>,
): void {
  form.setValue(name, value, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid });
}
