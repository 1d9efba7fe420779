import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form';
import type { WizardValues } from './wizardForm.ts';

/**
 * Takes a choice over. A step's check marks fields that were never left, which the form would not look at again until
 * they are; a choice must put its own message right at once.
 */
export function setField<Name extends FieldPath<WizardValues>>(
  form: UseFormReturn<WizardValues>,
  name: Name,
  value: FieldPathValue<WizardValues, Name>,
): void {
  form.setValue(name, value, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid });
}
