import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../../../test/components.tsx';
import { dispatch } from '../../../session/gateStore.ts';
import { sessionOf, type Context } from '../../../session/session.ts';
import { FindOrAdd } from './FindOrAdd.tsx';

afterEach(() => vi.unstubAllGlobals());

test('while a search runs, the outcome of the search before it is not shown', async () => {
  const searched: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const lastName = new URL(path, 'http://localhost').searchParams.get('lastName') ?? '';
    searched.push(lastName);
    if (lastName === 'Roy') return new Promise<Response>(() => undefined);
    return Response.json({ wasSuccessful: true, healthcareProviders: [], hasMore: false });
  });
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: ['AddProvider'], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <FindOrAdd />
    </QueryClientProvider>,
  );
  fill(screen.getByRole('textbox', { name: /^First name/ }), 'Nora');
  fill(screen.getByRole('textbox', { name: /^Last name/ }), 'Reyes');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText(providerTexts.noMatches)).toBeVisible();
  fill(screen.getByRole('textbox', { name: /^Last name/ }), 'Roy');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await vi.waitFor(() => expect(searched).toContain('Roy'));
  expect(screen.queryByText(providerTexts.noMatches)).toBeNull();
});

test('providers with the NPI stand apart from others with the same name', async () => {
  const match = { specialty: null, name: null, address1: null, city: null, state: null, zipcode: null, degree: null };
  const found = { ...match, firstName: 'Nora', lastName: 'Reyes', can: {} };
  const healthcareProviders = [
    { ...found, healthcareProviderId: 1, npiNumber: '1000000004', isNpiMatch: true },
    { ...found, healthcareProviderId: 2, npiNumber: '1000000012', isNpiMatch: false },
  ];
  vi.stubGlobal('fetch', async () => Response.json({ wasSuccessful: true, healthcareProviders, hasMore: false }));
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: ['AddProvider'], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <FindOrAdd />
    </QueryClientProvider>,
  );
  fill(screen.getByRole('textbox', { name: /^First name/ }), 'Nora');
  fill(screen.getByRole('textbox', { name: /^Last name/ }), 'Reyes');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByRole('list', { name: 'Matching providers' })).toHaveTextContent('1000000004');
  expect(screen.getByRole('list', { name: 'Matching providers' })).not.toHaveTextContent('1000000012');
  expect(screen.getByRole('list', { name: 'Other providers with this name' })).toHaveTextContent('1000000012');
});
