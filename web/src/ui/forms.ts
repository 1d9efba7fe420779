import { zodResolver } from '@hookform/resolvers/zod';
import type { FocusEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';

/**
 * A form that follows a schema of the contracts, with the schema's own messages: checked when a field is left, then
 * while it is typed in.
 */
export function useSchemaForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
): UseFormReturn<z.input<Schema>, unknown, z.output<Schema>> {
  return useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues,
  });
}

/** What a text input needs to be a field of the form: value, error, and trimming when it is left. */
export function inputProps<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  name: Path<Values>,
) {
  const { error } = form.getFieldState(name, form.formState);
  const field = form.register(name);
  const onBlur = async (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const trimmed = event.target.value.trim();
    if (trimmed !== event.target.value) {
      form.setValue(name, trimmed as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    await field.onBlur(event);
  };
  return { ...field, onBlur, error: error?.message };
}
