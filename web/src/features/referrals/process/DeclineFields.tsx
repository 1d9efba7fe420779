import { declineReason, declineReasonLabels, type DeclineReason } from '@careloop/contracts/codes';
import { referralLimits } from '@careloop/contracts/referrals';
import { Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import type { ProcessValues } from './processForm.ts';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';

const names = Object.keys(declineReasonLabels) as DeclineReason[];
const choices = names.map((name) => ({ value: declineReason.codeOf(name), label: declineReasonLabels[name] }));

/** Reason of a decline. */
export function DeclineFields(): ReactNode {
  const form = useFormContext<ProcessValues>();
  const isOther = form.watch('declineReason') === declineReason.table.other;
  return (
    <Stack gap="sm" mt="sm">
      <Field form={form} name="declineReason" label="Decline reason" required>
        {(field) => <Select {...field} placeholder="Choose a reason" data={choices} />}
      </Field>
      <Field form={form} name="declineReasonOther" label={isOther ? 'Comment' : 'Details'} required={isOther}>
        {(field) => <TrimmedTextarea {...field} max={referralLimits.declineReasonOther} />}
      </Field>
    </Stack>
  );
}
