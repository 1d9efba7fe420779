import type { NetworkValues } from '@careloop/contracts/directory/network';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { YesNoUnknown } from '../../../ui/YesNoUnknown.tsx';
import classes from './Network.module.css';
import { enrollmentChoices, networkLabel } from './networkText.ts';

/** Employment and enrollment, each of which may be unknown. */
export function EmploymentPart(): ReactNode {
  const { control } = useFormContext<NetworkValues>();
  return (
    <section className={classes['part']} aria-label="Employment and enrollment">
      <h3>Employment and enrollment</h3>
      <Controller
        control={control}
        name="isEmployed"
        render={({ field, fieldState }) => (
          <YesNoUnknown {...field} label={networkLabel('isEmployed')} error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={control}
        name="enrollmentStatus"
        render={({ field: { value, onChange, ...field }, fieldState }) => (
          <Select
            {...field}
            label={networkLabel('enrollmentStatus')}
            placeholder="Not stated"
            clearable
            data={enrollmentChoices}
            value={value === null ? null : String(value)}
            onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
            error={fieldState.error?.message}
          />
        )}
      />
    </section>
  );
}
