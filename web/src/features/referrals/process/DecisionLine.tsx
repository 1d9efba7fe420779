import type { Referral } from '@careloop/contracts/referrals';
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { useSession } from '../../../session/useSession.ts';
import { mayLeave, useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { FormError } from '../../../ui/FormError.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { answerConsequence } from './answerConsequence.ts';
import { AddressField, DateAndTime, ProviderField } from './AppointmentFields.tsx';
import { DeclineChoice } from './DeclineChoice.tsx';
import classes from './DecisionLine.module.css';
import { processDefaults, processForm, type ProcessValues } from './processForm.ts';
import { ProviderDay } from './ProviderDay.tsx';
import { StaleCallout } from './StaleCallout.tsx';
import { suggestProvider } from './suggestProvider.ts';
import { useAcceptingProviders, type AcceptingProvider } from './useAcceptingProviders.ts';
import { useProcessing } from './useProcessing.ts';

export interface DecisionLineProps {
  referral: Referral;
  kind: 'accept' | 'log' | 'decline';
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
  /** Continues in the dialog, with what was filled in. */
  onMore: (values: ProcessValues) => void;
}

const labels = { accept: 'Accept referral', log: 'Log appointment', decline: 'Decline referral' } as const;
const names = { accept: 'Accept with an appointment', log: 'Log appointment', decline: 'Decline' } as const;

function initialValues(referral: Referral, kind: DecisionLineProps['kind']): ProcessValues {
  const intent = kind === 'accept' ? 'answer' : kind;
  const isAccepting = kind !== 'decline';
  return { ...processDefaults(referral, intent), isAccepting, isSchedulingAppointment: isAccepting ? true : null };
}

/**
 * Accepts or declines a referral where it is read: one line with provider, place and time, or the reasons of a decline. The
 * dialog has the fields that are seldom needed.
 */
export function DecisionLine({ referral, kind, onClose, onProcessed, onMore }: DecisionLineProps): ReactNode {
  const form = useSchemaForm(processForm, initialValues(referral, kind));
  const { submit, staleness, reload } = useProcessing(referral, kind === 'accept' ? 'answer' : kind, form);
  const { user } = useSession();
  const { isDirty, isSubmitting, errors } = form.formState;
  // The event of the own answer may come before the response.
  const isStale = staleness !== null && !isSubmitting;
  useDirtyGuard(isDirty && !isSubmitting, form);
  const leave = async () => {
    if (!isDirty || (await mayLeave())) onClose();
  };
  const line = useRef<HTMLFormElement>(null);
  useEscape(line, () => void leave());
  const general = errors.root?.['server']?.message;
  const save = (event: FormEvent) => {
    event.stopPropagation();
    void form.handleSubmit(async (values) => {
      const outcome = await submit(values);
      if (outcome !== null) onProcessed(outcome);
    })(event);
  };
  return (
    <FormProvider {...form}>
      <form ref={line} noValidate aria-label={names[kind]} className={classes['line']} onSubmit={save}>
        {isStale && <StaleCallout staleness={staleness} onReload={() => void reload()} />}
        {general !== undefined && <FormError>{general}</FormError>}
        {kind === 'decline' ? <DeclineChoice referral={referral} /> : <Visit referral={referral} form={form} />}
        <Group gap="xs">
          <Button type="submit" loading={isSubmitting} disabled={isStale} {...(kind === 'decline' && { color: 'red' })}>
            {labels[kind]}
          </Button>
          <Button variant="default" onClick={() => void leave()}>
            Cancel
          </Button>
          <Button variant="subtle" onClick={() => onMore(form.getValues())}>
            More fields
          </Button>
          <Text fz="xs" c="dimmed" className={classes['consequence']}>
            {answerConsequence(referral, kind !== 'decline', user.userId === referral.referredToUserId)}
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

interface VisitProps {
  referral: Referral;
  form: UseFormReturn<ProcessValues, unknown, ProcessValues>;
}

function Visit({ referral, form }: VisitProps): ReactNode {
  const providers = useAcceptingProviders(referral);
  return (
    <QueryState query={providers} size="small" loading={<ListSkeleton count={1} />} showsRefetchError>
      {(users) => <VisitFields referral={referral} form={form} users={users} />}
    </QueryState>
  );
}

/** Provider, place, date and time in one row, and what else the provider has that day. */
function VisitFields({ referral, form, users }: VisitProps & { users: readonly AcceptingProvider[] }): ReactNode {
  const { setFocus } = form;
  useEffect(() => suggestProvider(form, referral, users), [form, referral, users]);
  useEffect(() => setFocus('appointmentDate'), [setFocus]);
  return (
    <>
      <div className={classes['fields']}>
        <ProviderField users={users} label="Provider" />
        <div className={classes['address']}>
          <AddressField users={users} />
        </div>
        <DateAndTime />
      </div>
      <ProviderDay users={users} dueAt={referral.dueAt} />
    </>
  );
}
