import { setTaskStatus } from '@careloop/contracts/tasks';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { renderDialog } from '../../test/page.tsx';
import { answer, failure, inputsOf, refusal, serve } from '../../test/server.ts';
import { usePresented } from '../api/presentError.ts';
import { useCall } from '../api/query.ts';
import { errorDisplayTexts } from '../ui/errorWords.ts';
import { ErrorDialog } from './ErrorDialog.tsx';

const done = vi.fn<() => void>();
const settled = vi.fn<(answer: unknown) => void>();

function Screen({ prefix }: { prefix?: string }): ReactNode {
  const presented = usePresented();
  const set = useCall(setTaskStatus, { onSuccess: done, ...(prefix !== undefined && { errorPrefix: prefix }) });
  return (
    <>
      <button type="button" onClick={() => void set.submit({ taskId: 7, taskStatus: 2 }).then(settled)}>
        Complete
      </button>
      {presented !== undefined && <ErrorDialog presented={presented} />}
    </>
  );
}

/** Answers each call with the next of these. */
function answering(...answers: object[]) {
  done.mockReset();
  settled.mockReset();
  return serve(answer(setTaskStatus, () => answers.shift() as never));
}

const failed = (reference = 'FE-1') => failure(500, { errorMessage: 'no', reference });

test('Retry repeats the failed action, and what waits for it goes on', async () => {
  const calls = answering(failed(), failed(), { version: 2 });
  const { user } = renderDialog(<Screen />);
  await user.click(screen.getByText('Complete'));
  const dialog = await screen.findByRole('dialog', { name: errorDisplayTexts.header });
  expect(dialog).toHaveTextContent('Error Code: FE-1');
  // The dialog says it once.
  expect(screen.getAllByText(errorDisplayTexts.header)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(settled).toHaveBeenCalledWith(expect.objectContaining({ version: 2 })));
  expect(done).toHaveBeenCalledTimes(1);
  expect(inputsOf(calls, setTaskStatus)).toEqual(Array.from({ length: 3 }, () => ({ taskId: 7, taskStatus: 2 })));
});

test('OK leaves the action undone', async () => {
  const calls = answering(failed());
  const { user } = renderDialog(<Screen prefix="The task was not completed." />);
  await user.click(screen.getByText('Complete'));
  await screen.findByRole('dialog', { name: 'The task was not completed.' });
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(settled).toHaveBeenCalledWith(undefined));
  expect(calls).toHaveLength(1);
});

test('a refusal has no Retry, and a timeout a link that loads the page again', async () => {
  answering(refusal('refused', { errorMessage: 'This task is gone.' }), failed('FE-1-TO'));
  const { user } = renderDialog(<Screen />);
  await user.click(screen.getByText('Complete'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This task is gone.');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.click(screen.getByText('Complete'));
  expect(await screen.findByRole('link', { name: 'Refresh' })).toHaveAttribute('href', window.location.href);
  expect(screen.getByRole('dialog', { name: errorDisplayTexts.timeoutHeader })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
