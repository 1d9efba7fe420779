import { Button, Select } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fill, leave, renderComponent } from '../../test/components.tsx';
import { CheckboxInput } from './CheckboxInput.tsx';
import { Field } from './Field.tsx';
import { useSchemaForm } from './forms.ts';
import { TrimmedTextInput } from './TrimmedTextInput.tsx';
import { WholeNumberInput } from './WholeNumberInput.tsx';
import { YesNo } from './YesNo.tsx';

const schema = z.object({
  name: z.string().nullable(),
  size: z
    .number()
    .nullable()
    .refine((size) => size !== null, 'Size is required'),
  isFlat: z.boolean(),
  isNew: z
    .boolean()
    .nullable()
    .refine((isNew) => isNew !== null, 'Choose yes or no'),
});

function Form({ onSave = () => undefined }: { onSave?: (values: z.output<typeof schema>) => void }): ReactNode {
  const form = useSchemaForm(schema, { name: null, size: null, isFlat: false, isNew: null });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onSave)(event)}>
      <Field form={form} name="name" label="Name" description="As on the sign" input={TrimmedTextInput} />
      <Field form={form} name="size" label="Size" required>
        {(field) => <Select {...field} data={[{ value: 4, label: 'Four' }]} />}
      </Field>
      <Field form={form} name="isFlat" label="Flat" input={CheckboxInput} />
      <Field form={form} name="isNew" label="New" required input={YesNo} />
      <Button type="submit">Save</Button>
    </form>
  );
}

/** Never rendered: what must not compile. */
export function Mistyped(): ReactNode {
  const form = useSchemaForm(schema, {});
  return (
    <>
      {/* @ts-expect-error -- the form has no such field */}
      <Field form={form} name="colour" label="Color" input={TrimmedTextInput} />
      {/* @ts-expect-error -- a text input cannot show a number */}
      <Field form={form} name="size" label="Size as text" input={TrimmedTextInput} />
    </>
  );
}

test('an input gets label, required mark, description, value and error, and the first error is focused', async () => {
  const user = renderComponent(<Form />);
  const name = screen.getByLabelText('Name');
  expect(name).toHaveValue('');
  expect(name).toHaveAccessibleDescription('As on the sign');
  const size = screen.getByRole('combobox', { name: /^Size/ });
  expect(screen.getByText('Size')).toHaveTextContent('Size *');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Size is required')).toBeVisible();
  expect(size).toHaveFocus();
  expect(size).toHaveAccessibleDescription('Size is required');
  expect(screen.getByText('Choose yes or no')).toBeVisible();
});

const period = z
  .object({
    from: z.number().nullable(),
    until: z
      .number()
      .nullable()
      .refine((until) => until !== null, 'Until is required'),
  })
  .refine(({ from, until }) => from === null || until === null || until >= from, {
    path: ['until'],
    message: 'Until is before From',
  });

function Period({ until }: { until: number | null }): ReactNode {
  const form = useSchemaForm(period, { from: null, until });
  return (
    <>
      <Field form={form} name="from" label="From" comparedIn={['until']}>
        {(field) => <WholeNumberInput {...field} />}
      </Field>
      <Field form={form} name="until" label="Until" required>
        {(field) => <WholeNumberInput {...field} />}
      </Field>
    </>
  );
}

test('a field that is compared with another is checked with it, once it has a value', async () => {
  renderComponent(<Period until={3} />);
  const from = screen.getByLabelText('From');
  fill(from, '4');
  leave(from);
  expect(await screen.findByText('Until is before From')).toBeVisible();
  fill(from, '2');
  await waitFor(() => expect(screen.queryByText('Until is before From')).toBeNull());
});

test('a field that is compared with another gets no error before it is reached', async () => {
  renderComponent(<Period until={null} />);
  const from = screen.getByLabelText('From');
  fill(from, '4');
  leave(from);
  // Everything that is checked with it has been checked by then.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByText('Until is required')).toBeNull();
});

test('the form keeps the values of the inputs, numbers as numbers', async () => {
  const saved: z.output<typeof schema>[] = [];
  const user = renderComponent(<Form onSave={(values) => saved.push(values)} />);
  const name = screen.getByLabelText('Name');
  fill(name, '  Grace ');
  leave(name);
  expect(name).toHaveValue('Grace');
  await user.click(screen.getByRole('combobox', { name: /^Size/ }));
  await user.click(screen.getByRole('option', { name: 'Four' }));
  await user.click(screen.getByLabelText('Flat'));
  await user.click(screen.getByLabelText('Yes'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => saved).toEqual([{ name: 'Grace', size: 4, isFlat: true, isNew: true }]);
});
