import { declineReason, declineReasonLabels, type DeclineReason } from '@careloop/contracts/codes';
import { referralLimits } from '@careloop/contracts/referrals';
import { Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { CharacterCountedTextarea } from '../../../ui/CharacterCountedTextarea.tsx';
import { inputProps } from '../../../ui/forms.ts';
import type { ProcessValues } from './processForm.ts';

const names = Object.keys(declineReasonLabels) as DeclineReason[];
const choices = names.map((name) => ({ value: String(declineReason.codeOf(name)), label: declineReasonLabels[name] }));

/** Reason of a decline. */
export function DeclineFields(): ReactNode {
  const form = useFormContext<ProcessValues>();
  const isOther = form.watch('declineReason') === declineReason.table.other;
  return (
    <Stack gap="sm" mt="sm">
      <Controller
        control={form.control}
        name="declineReason"
        render={({ field, fieldState }) => (
          <Select
            label="Decline reason"
            withAsterisk
            placeholder="Choose a reason"
            data={choices}
            ref={field.ref}
            value={field.value === null ? null : String(field.value)}
            onChange={(value) => field.onChange(value === null ? null : Number(value))}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <CharacterCountedTextarea
        label={isOther ? 'Comment' : 'Details'}
        withAsterisk={isOther}
        value={form.watch('declineReasonOther')}
        {...inputProps(form, 'declineReasonOther')}
        max={referralLimits.declineReasonOther}
      />
    </Stack>
  );
}
