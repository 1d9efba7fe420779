import { act, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { clickEnabled, renderComponent } from '../../test/components.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogCancel } from './DialogCancel.tsx';
import { sendingDialogOpenedAt } from './dialogStack.ts';
import { FormDialog } from './FormDialog.tsx';
import { useSchemaForm } from './forms.ts';
import { beginSending } from './sending.ts';
import { Wizard } from './Wizard.tsx';

interface SenderProps {
  /** Settles when the answer arrives. */
  send: () => Promise<boolean>;
  onClose: () => void;
}

function SendingForm({ send, onClose }: SenderProps): ReactNode {
  const form = useSchemaForm(z.object({}), {});
  return (
    <FormDialog opened title="Form" form={form} acceptLabel="Send" onClose={onClose} onSubmit={send}>
      Nothing to fill in
    </FormDialog>
  );
}

function SendingWizard({ send, onClose }: SenderProps): ReactNode {
  const steps = [{ title: 'Only step', content: 'Nothing to fill in' }];
  return (
    <Dialog opened title="Wizard" onClose={onClose}>
      <Wizard steps={steps} onFinish={send} finishLabel="Send" footerLeft={<DialogCancel />} />
    </Dialog>
  );
}

/** What `useCall` does in any dialog. */
function SendingDialog({ send, onClose }: SenderProps): ReactNode {
  const start = () => void send().finally(beginSending());
  return (
    <Dialog opened title="Dialog" onClose={onClose} footer={<DialogCancel />}>
      <button onClick={start}>Send</button>
    </Dialog>
  );
}

test.each([SendingForm, SendingWizard, SendingDialog])('%o cannot be left while it is sending', async (Sender) => {
  const answer = Promise.withResolvers<boolean>();
  const onClose = vi.fn<() => void>();
  const user = renderComponent(<Sender send={() => answer.promise} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog'));
  await clickEnabled(user, dialog.getByRole('button', { name: 'Send' }));
  const ways = ['Close', 'Cancel'].map((name) => dialog.getByRole('button', { name }));
  await waitFor(() => expect(ways[0]).toBeDisabled());
  expect(ways[1]).toBeDisabled();
  expect(sendingDialogOpenedAt()).toBeDefined();
  await user.keyboard('{Escape}');
  await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
  expect(onClose).not.toHaveBeenCalled();

  await act(async () => answer.resolve(false));
  for (const way of ways) expect(way).toBeEnabled();
  expect(sendingDialogOpenedAt()).toBeUndefined();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

/** A page that has sent something, and opens a dialog. */
function Page({ onClose }: { onClose: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog opened={isOpen} title="Dialog" onClose={onClose} />
    </>
  );
}

test('a dialog can be left while the page below it is sending', async () => {
  const onClose = vi.fn<() => void>();
  const user = renderComponent(<Page onClose={onClose} />);
  vi.spyOn(Date, 'now').mockReturnValueOnce(0);
  const end = beginSending();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(sendingDialogOpenedAt()).toBeUndefined();
  end();
});
