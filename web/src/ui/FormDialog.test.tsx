import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { renderComponent } from '../../test/components.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useSchemaForm } from './forms.ts';

const message = 'Somebody else is saving this. Try again.';

function Refused(): ReactNode {
  const form = useSchemaForm(z.object({}), {});
  return (
    <FormDialog
      opened
      title="Save"
      form={form}
      onClose={() => undefined}
      onSubmit={() => form.setError('root.server', { message })}
    >
      Nothing to fill in
    </FormDialog>
  );
}

test('an error of the whole form is a caution callout, and the form can be sent again', async () => {
  const user = renderComponent(<Refused />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Save' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const callout = await dialog.findByRole('alert');
  expect(callout).toHaveTextContent(message);
  expect(callout).toHaveAttribute('data-tone', 'warning');
  expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
});
