import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type DefaultValues, type FieldValues, type Resolver, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

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

/** Resolves after the click for which a pointer is pressed; null if none is. */
let pressed: Promise<void> | null = null;
let release = (): void => undefined;

/** Resolves at once if no pointer is pressed, and otherwise after its click. */
async function untilReleased(): Promise<void> {
  await pressed;
}

// Listeners that capture run before those of the elements, which cannot stop the event first.
const listenerOptions = { capture: true };
addEventListener(
  'pointerdown',
  () => {
    pressed ??= new Promise((resolve) => {
      release = () => {
        pressed = null;
        resolve();
      };
    });
  },
  listenerOptions,
);
// The click follows in the same task.
addEventListener('pointerup', () => setTimeout(() => release()), listenerOptions);
addEventListener('pointercancel', () => release(), listenerOptions);
// A menu or another window may take the pointer without `pointerup`; then the next key or click shows what waits.
addEventListener('keydown', () => release(), listenerOptions);
