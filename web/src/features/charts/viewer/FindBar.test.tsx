import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { useFind } from './find.ts';
import { FindBar } from './FindBar.tsx';
import { useMatches } from './useMatches.ts';

function Search(): ReactNode {
  const find = useFind();
  const { retry } = useMatches({ patientDocumentId: 7 }, find);
  return <FindBar find={find} onRetry={retry} />;
}

afterEach(() => vi.unstubAllGlobals());

test('a search that failed is not shown as one without matches, and Enter repeats it', async () => {
  let answer: object = { wasSuccessful: false };
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = renderComponent(
    <QueryClientProvider client={client}>
      <Search />
    </QueryClientProvider>,
  );
  await user.type(screen.getByRole('textbox', { name: 'Find in document' }), 'penicillin{Enter}');
  expect(await screen.findByText('The search failed. Press Enter to try again.')).toBeVisible();
  answer = { wasSuccessful: true, matches: [] };
  await user.keyboard('{Enter}');
  expect(await screen.findByText('No matches')).toBeVisible();
});
