import { addressFields, addressTexts } from '@careloop/contracts/fields/address';
import { screen } from '@testing-library/react';
import { FormProvider } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { AddressFields } from './AddressFields.tsx';
import { useSchemaForm } from './forms.ts';

const empty = { address1: '', address2: '', city: '', state: '', zipcode: '' };

function Address() {
  const form = useSchemaForm(addressFields, empty);
  return (
    <FormProvider {...form}>
      <AddressFields />
    </FormProvider>
  );
}

test('pasted text that is too long is kept and reported', async () => {
  const user = renderComponent(<Address />);
  const city = screen.getByRole('textbox', { name: 'City' });
  const pasted = 'Llanfairpwllgwyngyllgogerychwyrn';
  await user.click(city);
  await user.paste(pasted);
  await user.tab();
  expect(await screen.findByText(addressTexts.tooLong('City', 30))).toBeVisible();
  expect(city).toHaveValue(pasted);
});
