import type { Allowance } from '@careloop/contracts/can';
import type { Referral } from '@careloop/contracts/referrals';
import { Group, Radio, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { AcceptFields } from './AcceptFields.tsx';
import { DeclineFields } from './DeclineFields.tsx';
import classes from '../../../components/ProcessDialog.module.css';
import type { ProcessValues } from './processForm.ts';

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
