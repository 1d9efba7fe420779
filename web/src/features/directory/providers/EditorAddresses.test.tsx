import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../../../test/components.tsx';
import { EditorAddresses, type NewAddress } from './EditorAddresses.tsx';

afterEach(() => vi.unstubAllGlobals());

test('an address that was added is not offered again', async () => {
  const lines = { address1: '9 Elm Street', address2: null, city: 'Worcester', state: 'MA', zipcode: '01608' };
  const added = { ...lines, addressId: 7, addressLabel: 'Main', officePhone: null, faxNumber: null };
  const place = { ...lines, totalProviders: 0, totalAppointments: 0, providers: [], organizations: [] };
  const items = [
    { ...place, id: 7 },
    { ...place, id: 8, address1: '10 Elm Street' },
  ];
  vi.stubGlobal('fetch', async () => Response.json({ wasSuccessful: true, items, hasMore: false }));
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <EditorAddresses added={[added as unknown as NewAddress]} onChange={() => undefined} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Add Address' }));
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByRole('textbox', { name: /office phone/i }), '6175550103');
  await user.click(dialog.getByRole('button', { name: 'Search' }));
  const [first, second] = within(await dialog.findByRole('list', { name: 'Addresses found' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('Already an address of this provider');
  expect(second).toHaveTextContent('Use this address');
});
