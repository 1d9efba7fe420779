import { Button, Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { mayLeave, useDirtyGuard } from '../ui/dirtyGuard.ts';
import { ServerError } from '../ui/FormError.tsx';
import classes from './InPlaceForm.module.css';

interface InPlaceFormProps<Values extends FieldValues, Parsed> {
  /** Names the form. */
  label: string;
  form: UseFormReturn<Values, unknown, Parsed>;
  onSubmit: (values: Parsed) => Promise<void>;
  submitLabel: string;
  isDanger?: boolean;
  /** What submitting does. */
  consequence?: ReactNode;
  /** What is asked. Where the form pushes it out of sight, the form repeats its first lines. */
  question: string | null;
  /** Says that somebody else changed it; it cannot be submitted then. */
  stale?: ReactNode;
  onClose: () => void;
  moreLabel: string;
  /** Continues in the dialog, with what was filled in. */
  onMore: (values: Values) => void;
  children: ReactNode;
}

/** A short form that opens where a request is read, for what is usually answered; its dialog has the rest. */
export function InPlaceForm<Values extends FieldValues, Parsed>(props: InPlaceFormProps<Values, Parsed>): ReactNode {
  const { label, form, isDanger = false, stale, onClose, onSubmit } = props;
  const { isDirty, isSubmitting, errors } = form.formState;
  useDirtyGuard(isDirty && !isSubmitting, form);
  const leave = async () => {
    if (!isDirty || (await mayLeave())) onClose();
  };
  const element = useRef<HTMLFormElement>(null);
  useEscape(element, () => void leave());
  const save = (event: FormEvent) => {
    event.stopPropagation();
    void form.handleSubmit(onSubmit)(event);
  };
  return (
    <FormProvider {...form}>
      <form ref={element} noValidate aria-label={label} className={classes['line']} onSubmit={save}>
        {stale}
        <ServerError errors={errors} />
        {props.question !== null && <p className={classes['question']}>{props.question}</p>}
        {props.children}
        <Group gap="xs">
          <Button type="submit" loading={isSubmitting} disabled={Boolean(stale)} {...(isDanger && { color: 'red' })}>
            {props.submitLabel}
          </Button>
          <Button variant="default" onClick={() => void leave()}>
            Cancel
          </Button>
          <Button variant="subtle" onClick={() => props.onMore(form.getValues())}>
            {props.moreLabel}
          </Button>
          <Text fz="xs" c="dimmed" className={classes['consequence']}>
            {props.consequence}
          </Text>
        </Group>
      </form>
    </FormProvider>
  );
}

/** Escape leaves the form, unless it closes an open list of choices in it. */
function useEscape(form: RefObject<HTMLFormElement | null>, onEscape: () => void): void {
  const run = useEffectEvent(onEscape);
  useEffect(() => {
    const element = form.current;
    const listen = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isListOpen = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
      if (key === 'Escape' && !defaultPrevented && !isListOpen) run();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [form]);
}
