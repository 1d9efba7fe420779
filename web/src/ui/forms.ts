import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type DefaultValues, type FieldValues, type Resolver, type UseFormReturn } from 'react-hook-form';
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
