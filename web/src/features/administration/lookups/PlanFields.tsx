import type { planForm } from '@careloop/contracts/administration/insuranceLookups';
import {
  insurancePlanSubtype,
  insurancePlanSubtypeLabels,
  insurancePlanType,
  insurancePlanTypeLabels,
} from '@careloop/contracts/codes/patients';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { NameField } from './LookupFields.tsx';
import classes from './Lookups.module.css';
import { Field } from '../../../ui/Field.tsx';

export const planLabels = {
  name: 'Name',
  insurancePlanType: 'Plan type',
  insurancePlanSubType: 'Plan sub type',
} as const;

const choicesOf = <Name extends string, Code extends number>(
  codes: Record<Name, Code>,
  labels: Record<Name, string>,
): { value: Code; label: string }[] =>
  (Object.keys(codes) as Name[]).map((name) => ({ value: codes[name], label: labels[name] }));

const types = choicesOf(insurancePlanType.table, insurancePlanTypeLabels);
const subTypes = choicesOf(insurancePlanSubtype.table, insurancePlanSubtypeLabels);

export function PlanFields(): ReactNode {
  const form = useFormContext<z.input<typeof planForm>>();
  return (
    <div className={classes['fields']}>
      <NameField />
      <Field form={form} name="insurancePlanType" label={planLabels.insurancePlanType} required>
        {(field) => (
          <Select
            {...field}
            // Undefined in a new plan.
            value={field.value ?? null}
            placeholder="Select"
            allowDeselect={false}
            data={types}
            onChange={(value) => value !== null && field.onChange(value)}
          />
        )}
      </Field>
      <Field form={form} name="insurancePlanSubType" label={planLabels.insurancePlanSubType} required>
        {(field) => (
          <Select
            {...field}
            value={field.value ?? null}
            placeholder="Select"
            allowDeselect={false}
            data={subTypes}
            onChange={(value) => value !== null && field.onChange(value)}
          />
        )}
      </Field>
    </div>
  );
}
