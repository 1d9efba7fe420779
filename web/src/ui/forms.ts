import { zodResolver } from '@hookform/resolvers/zod';
import type { FocusEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { untilReleased } from './pointer.ts';

/** A form validated by a contract schema, with the schema's messages: on blur first, then on every change. */
export function useSchemaForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
): UseFormReturn<z.input<Schema>, unknown, z.output<Schema>> {
  const validate = zodResolver(schema);
  const resolver: Resolver<z.input<Schema>, unknown, z.output<Schema>> = async (...args) => {
    // A message that appears while a button is pressed moves the button, and the click is lost.
    await untilReleased();
    return await validate(...args);
  };
  return useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver,
    mode: 'onTouched',
    defaultValues,
  });
}

/** Props that connect a text input to a form field: value, error, and trimming on blur. */
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
