import type { NetworkValues } from '@careloop/contracts/directory/network';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { YesNoUnknown } from '../../../ui/YesNoUnknown.tsx';
import classes from './Network.module.css';
import { enrollmentChoices, networkLabels } from './networkText.ts';

/** Employment and enrollment, each of which may be unknown. */
export function EmploymentPart(): ReactNode {
  const form = useFormContext<NetworkValues>();
  return (
    <section className={classes['part']} aria-label="Employment and enrollment">
      <h3>Employment and enrollment</h3>
      <Field form={form} name="isEmployed" label={networkLabels.isEmployed} input={YesNoUnknown} />
      <Field form={form} name="enrollmentStatus" label={networkLabels.enrollmentStatus}>
        {(field) => <Select {...field} placeholder="Not stated" clearable data={enrollmentChoices} />}
      </Field>
    </section>
  );
}
