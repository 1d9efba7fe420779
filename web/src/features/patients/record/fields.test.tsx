import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { fill, leave, renderComponent } from '../../../../test/components.tsx';
import { LongTextField, TextField } from './fields.tsx';

function Fields(): ReactNode {
  const form = useForm({ defaultValues: { firstName: null, encounterDetail: null } });
  return (
    <FormProvider {...form}>
      <TextField name="firstName" label="First name" />
      <LongTextField name="encounterDetail" label="Detail" />
    </FormProvider>
  );
}

test('texts of a record are trimmed on blur', () => {
  renderComponent(<Fields />);
  for (const label of ['First name', 'Detail']) {
    const field = screen.getByLabelText(label);
    expect(field).toHaveValue('');
    fill(field, '  Grace ');
    leave(field);
    expect(field).toHaveValue('Grace');
  }
});
