import { permissions } from '@careloop/contracts/access';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { routed } from '../../test/routed.tsx';
import { signIn } from '../../test/signedIn.tsx';
import { features } from '../features/index.ts';
import { Features } from './features.ts';
import { MainNavigation } from './NavRail.tsx';

// That a name contains the text is checked after each test (test/setup.ts).
test.each([
  ['rail', false, ['Work Queues', 'Admin', 'Search', 'Help', 'Logout']],
  ['bar of a phone', true, ['Work Queues', 'More']],
])('the %s names its entries as they read', async (_what, isPhone, names) => {
  const media = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(media(query), { matches: isPhone }));
  signIn({ user: { firstName: 'Nora', lastName: 'Reyes' }, permissions: [...permissions] });
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const { page } = routed(() => (
    <Features value={features}>
      <QueryClientProvider client={client}>
        <MainNavigation />
      </QueryClientProvider>
    </Features>
  ));
  renderComponent(page);
  const navigation = within(await screen.findByRole('navigation', { name: 'Main' }));
  const entries = [...navigation.getAllByRole('link'), ...navigation.getAllByRole('button')];
  expect(entries.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(names));
});
