import { Button } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { renderComponent } from '../../test/components.tsx';
import { useSchemaForm } from './forms.ts';
import { TrimmedTextInput } from './TrimmedTextInput.tsx';
import { Field } from './Field.tsx';

function Form(): ReactNode {
  const form = useSchemaForm(z.object({ name: z.string().min(1, 'Name is required') }), { name: '' });
  return (
    <>
      <Field form={form} name="name" label="Name" input={TrimmedTextInput} />
      <Button>Remove</Button>
    </>
  );
}

test('a message of the field that a press leaves appears only once the pointer is released', async () => {
  const user = renderComponent(<Form />);
  const button = screen.getByRole('button', { name: 'Remove' });
  await user.click(screen.getByLabelText('Name'));
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(button).toHaveFocus();
  // Everything that does not wait for the pointer has happened by then.
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByText('Name is required')).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  expect(await screen.findByText('Name is required')).toBeVisible();
});

test('if a menu took the pointer, the message appears at the next key', async () => {
  const user = renderComponent(<Form />);
  await user.click(screen.getByLabelText('Name'));
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Remove' }) });
  fireEvent.keyDown(window, { key: 'Tab' });
  expect(await screen.findByText('Name is required')).toBeVisible();
});
