import type { Referral } from '@careloop/contracts/referrals';
import { useEffect, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { InPlaceForm } from '../../../components/InPlaceForm.tsx';
import classes from '../../../components/InPlaceForm.module.css';
import { useSession } from '../../../session/useSession.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { answerConsequence } from './answerConsequence.ts';
import { AddressField, DateAndTime, ProviderField } from './AppointmentFields.tsx';
import { DeclineChoice } from './DeclineChoice.tsx';
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
  const { isSubmitting } = form.formState;
  // The event of the own answer may come before the response.
  const isStale = staleness !== null && !isSubmitting;
  return (
    <InPlaceForm
      label={names[kind]}
      form={form}
      submitLabel={labels[kind]}
      isDanger={kind === 'decline'}
      consequence={answerConsequence(referral, kind !== 'decline', user.userId === referral.referredToUserId)}
      stale={isStale && <StaleCallout staleness={staleness} onReload={() => void reload()} />}
      onClose={onClose}
      question={referral.referralReason}
      moreLabel="More fields"
      onMore={onMore}
      onSubmit={async (values) => {
        const outcome = await submit(values);
        if (outcome !== null) onProcessed(outcome);
      }}
    >
      {kind === 'decline' ? <DeclineChoice referral={referral} /> : <Visit referral={referral} form={form} />}
    </InPlaceForm>
  );
}

interface VisitProps {
  referral: Referral;
  form: UseFormReturn<ProcessValues, unknown, ProcessValues>;
}

function Visit({ referral, form }: VisitProps): ReactNode {
  const providers = useAcceptingProviders(referral);
  return (
    <QueryState query={providers} size="small" loading={<ListSkeleton count={1} />}>
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
