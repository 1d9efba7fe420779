import { deleteView } from '@careloop/contracts/saved-views';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { SavedViews } from './SavedViews.tsx';

afterEach(() => vi.unstubAllGlobals());

const views = [{ savedViewId: 7, name: 'Open cardiology', filters: {} }];

/** Opens the menu. */
async function open(answer: (url: string) => Response) {
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = renderComponent(
    <QueryClientProvider client={client}>
      <SavedViews screen="referrals" current={{}} onApply={() => undefined} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Views' }));
  return user;
}

test('views that could not be loaded are tried again in the open menu', async () => {
  let reads = 0;
  const user = await open(() => {
    reads += 1;
    return reads === 1
      ? Response.json({ wasSuccessful: false }, { status: 500 })
      : Response.json({ wasSuccessful: true, views });
  });
  await user.click(await screen.findByRole('menuitem', { name: 'Could not be loaded. Try again.' }));
  expect(await screen.findByRole('menuitem', { name: 'Open cardiology' })).toBeVisible();
});

test('deleting a view is confirmed first, and returns the focus to the button of the menu', async () => {
  const deleted = { times: 0 };
  const user = await open((url) => {
    if (url === `/api${deleteView.path}`) deleted.times += 1;
    return Response.json({ wasSuccessful: true, views });
  });
  for (const answer of ['No', 'Yes']) {
    await user.click(await screen.findByRole('button', { name: 'Delete view Open cardiology' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete view "Open cardiology"?' }));
    expect(deleted.times).toBe(0);
    await user.click(question.getByRole('button', { name: answer }));
    const button = screen.getByRole('button', { name: 'Views' });
    await waitFor(() => expect(button).toHaveFocus());
    if (answer === 'No') await user.click(button);
  }
  await waitFor(() => expect(deleted.times).toBe(1));
});
