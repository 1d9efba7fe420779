import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { renderComponent } from '../../test/components.tsx';
import { Dialog } from './Dialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useSchemaForm } from './forms.ts';
import { ListSkeleton } from './Skeletons.tsx';
import { TrimmedTextInput } from './TrimmedTextInput.tsx';
import { Field } from './Field.tsx';

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

test('an error of the whole form is a caution callout in view, and the form can be sent again', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const user = renderComponent(<Refused />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Save' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const callout = await dialog.findByRole('alert');
  expect(callout).toHaveTextContent(message);
  expect(callout).toHaveAttribute('data-tone', 'warning');
  expect(scrolled.mock.contexts.some((element) => element instanceof Element && element.contains(callout))).toBe(true);
  expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
});

const names = z.object({ provider: z.string(), code: z.string() });

/** A dialog whose first field appears with a button outside of it, as if a call had returned. */
function Loading(): ReactNode {
  const form = useSchemaForm(names, { provider: '', code: '' });
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <FormDialog opened title="Log" form={form} onClose={() => undefined} onSubmit={() => undefined}>
        {isLoaded ? (
          <Field form={form} name="provider" label="Provider" input={TrimmedTextInput} />
        ) : (
          <ListSkeleton count={1} />
        )}
        <Field form={form} name="code" label="Code" input={TrimmedTextInput} />
      </FormDialog>
      <input aria-label="Load" onChange={() => setLoaded(true)} />
    </>
  );
}

const load = () => fireEvent.change(screen.getByLabelText('Load'), { target: { value: 'x' } });

test('the first field is focused once it has loaded', async () => {
  renderComponent(<Loading />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Log' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('FORM'));
  load();
  await waitFor(() => expect(dialog.getByLabelText('Provider')).toHaveFocus());
});

test('a first field that loads late does not take the focus from a user who moved', async () => {
  const user = renderComponent(<Loading />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Log' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('FORM'));
  await user.type(dialog.getByLabelText('Code'), 'A1');
  load();
  expect(await dialog.findByLabelText('Provider')).not.toHaveFocus();
  expect(dialog.getByLabelText('Code')).toHaveFocus();
});

const office = z.object({
  phone: z.string().regex(/^\d{10}$/, 'Must be a valid phone number'),
  label: z.string().min(1, 'Label is required'),
});

function OnFile(): ReactNode {
  const form = useSchemaForm(office, { phone: '247820197', label: '' });
  return (
    <FormDialog opened title="Edit" form={form} onClose={() => undefined} onSubmit={() => undefined}>
      <Field form={form} name="phone" label="Phone" input={TrimmedTextInput} />
      <Field form={form} name="label" label="Label" input={TrimmedTextInput} />
    </FormDialog>
  );
}

test('a wrong value on file is reported when the dialog opens, an empty field is not', async () => {
  renderComponent(<OnFile />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit' }));
  expect(await dialog.findByText('Must be a valid phone number')).toBeVisible();
  expect(dialog.queryByText('Label is required')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
});

/** A dialog that opens another one above it. */
function Nested(): ReactNode {
  const form = useSchemaForm(names, { provider: '', code: '' });
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog opened onClose={() => undefined} title="Below">
      <button onClick={() => setOpen(true)}>Add</button>
      {isOpen && (
        <FormDialog opened title="Above" form={form} onClose={() => setOpen(false)} onSubmit={() => undefined}>
          <Field form={form} name="code" label="Code" input={TrimmedTextInput} />
        </FormDialog>
      )}
    </Dialog>
  );
}

test('the dialog below does not take the focus back from one that opens above it', async () => {
  const user = renderComponent(<Nested />);
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  const field = await screen.findByRole('textbox', { name: 'Code' });
  const left = vi.fn<() => void>();
  field.addEventListener('blur', left);
  await waitFor(() => expect(field).toHaveFocus());
  // The library focuses in a timer.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(field).toHaveFocus();
  expect(left).not.toHaveBeenCalled();
});
