import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
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
