import type { planForm } from '@careloop/contracts/administration/insuranceLookups';
import {
  insurancePlanSubtype,
  insurancePlanSubtypeLabels,
  insurancePlanType,
  insurancePlanTypeLabels,
} from '@careloop/contracts/codes/patients';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { NameField } from './LookupFields.tsx';
import classes from './Lookups.module.css';

export const planLabels = {
  name: 'Name',
  insurancePlanType: 'Plan type',
  insurancePlanSubType: 'Plan sub type',
} as const;

const choicesOf = <Name extends string>(codes: Record<Name, number>, labels: Record<Name, string>) =>
  (Object.keys(codes) as Name[]).map((name) => ({ value: String(codes[name]), label: labels[name] }));

const choices = {
  insurancePlanType: choicesOf(insurancePlanType.table, insurancePlanTypeLabels),
  insurancePlanSubType: choicesOf(insurancePlanSubtype.table, insurancePlanSubtypeLabels),
};

function CodeSelect({ name }: { name: keyof typeof choices }): ReactNode {
  const { control } = useFormContext<z.input<typeof planForm>>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          label={planLabels[name]}
          withAsterisk
          placeholder="Select"
          allowDeselect={false}
          data={choices[name]}
          ref={field.ref}
          value={field.value == null ? null : String(field.value)}
          onChange={(value) => field.onChange(value === null ? null : Number(value))}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

export function PlanFields(): ReactNode {
  return (
    <div className={classes['fields']}>
      <NameField />
      <CodeSelect name="insurancePlanType" />
      <CodeSelect name="insurancePlanSubType" />
    </div>
  );
}
