import type { Allowance } from '@careloop/contracts/can';
import { declineReason, declineReasonLabels, type DeclineReason } from '@careloop/contracts/codes';
import { referralLimits, type Referral } from '@careloop/contracts/referrals';
import { Group, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { YesNoPanel } from '../../../ui/YesNoPanel.tsx';
import { AppointmentFields, ProviderField } from './AppointmentFields.tsx';
import classes from '../../../components/ProcessDialog.module.css';
import type { ProcessValues } from './processForm.ts';
import { suggestProvider } from './suggestProvider.ts';
import { useAcceptingProviders, type AcceptingProvider } from './useAcceptingProviders.ts';

interface ChoiceProps {
  value: 'accept' | 'decline';
  label: string;
  allowance: Allowance | undefined;
  /** Whether the dialog focuses it, because nothing is chosen yet. */
  isFirst: boolean;
}

function Choice({ value, label, allowance, isFirst }: ChoiceProps): ReactNode {
  return (
    <Radio.Card
      value={value}
      disabled={allowance !== true}
      className={classes.choice}
      data-autofocus={isFirst || undefined}
    >
      <Group gap="sm" wrap="nowrap">
        <Radio.Indicator />
        <div>
          <Text fw={600}>{label}</Text>
          {allowance !== true && (
            <Text fz="xs" c="dimmed">
              {allowance}
            </Text>
          )}
        </div>
      </Group>
    </Radio.Card>
  );
}

const valueOf = (isAccepting: boolean | null) => (isAccepting === null ? null : isAccepting ? 'accept' : 'decline');

/** Accept or decline, with the fields of each. */
export function DecisionPanel({ referral }: { referral: Referral }): ReactNode {
  const form = useFormContext<ProcessValues>();
  const { accept, decline } = referral.can;
  const isOpen = form.formState.defaultValues?.isAccepting === null;
  return (
    <Field
      form={form}
      name="isAccepting"
      label={`${referral.isAnsweredByCoordinators ? 'Does the office' : 'Do you'} accept or decline this referral?`}
      required
    >
      {(field) => (
        <section aria-label="Decision">
          <RadioGroup
            {...field}
            // Whether one is chosen is checked on submit.
            onBlur={undefined}
            value={valueOf(field.value)}
            onChange={(value) => field.onChange(value === 'accept')}
          >
            <SimpleGrid cols={2} spacing="xs" my={4}>
              <Choice value="accept" label="Accept" allowance={accept} isFirst={isOpen && accept === true} />
              <Choice value="decline" label="Decline" allowance={decline} isFirst={isOpen && accept !== true} />
            </SimpleGrid>
          </RadioGroup>
          {field.value === true && <AcceptFields referral={referral} />}
          {field.value === false && <DeclineFields />}
        </section>
      )}
    </Field>
  );
}

/** The provider it is accepted for; an appointment is with the same provider. */
function AcceptingProvider({
  referral,
  users,
}: {
  referral: Referral;
  users: readonly AcceptingProvider[];
}): ReactNode {
  const form = useFormContext<ProcessValues>();
  useEffect(() => suggestProvider(form, referral, users), [form, referral, users]);
  return <ProviderField users={users} label="Provider" />;
}

/** Fields of an acceptance: the authorization code, and the appointment if it is already known. */
function AcceptFields({ referral }: { referral: Referral }): ReactNode {
  const form = useFormContext<ProcessValues>();
  const providers = useAcceptingProviders(referral);
  return (
    <Stack gap="sm" mt="sm">
      <QueryState query={providers} size="small" loading={<ListSkeleton count={1} />}>
        {(users) => <AcceptingProvider referral={referral} users={users} />}
      </QueryState>
      <Field form={form} name="authorizationCode" label="Authorization code" input={TrimmedTextInput} />
      <Field form={form} name="isSchedulingAppointment" label="Are you ready to log appointment info?" required>
        {(field) => (
          <YesNoPanel
            {...field}
            whenNo={
              <Text fz="sm" c="dimmed">
                The referral stays Pending in the work queue and shows Accepted on the Referrals Dashboard.
              </Text>
            }
          >
            {providers.data !== undefined && <AppointmentFields users={providers.data} dueAt={referral.dueAt} />}
          </YesNoPanel>
        )}
      </Field>
    </Stack>
  );
}

const declineReasonNames = Object.keys(declineReasonLabels) as DeclineReason[];
const declineChoices = declineReasonNames.map((name) => ({
  value: declineReason.codeOf(name),
  label: declineReasonLabels[name],
}));

/** Reason of a decline. */
function DeclineFields(): ReactNode {
  const form = useFormContext<ProcessValues>();
  const isOther = form.watch('declineReason') === declineReason.table.other;
  return (
    <Stack gap="sm" mt="sm">
      <Field form={form} name="declineReason" label="Decline reason" required>
        {(field) => <Select {...field} placeholder="Choose a reason" data={declineChoices} />}
      </Field>
      <Field form={form} name="declineReasonOther" label={isOther ? 'Comment' : 'Details'} required={isOther}>
        {(field) => <TrimmedTextarea {...field} max={referralLimits.declineReasonOther} />}
      </Field>
    </Stack>
  );
}
