import {
  getOrganization,
  organizationTexts,
  saveOrganization,
  type Organization,
} from '@careloop/contracts/directory/organizations';
import { errorTexts } from '@careloop/contracts/result';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../../../test/components.tsx';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../../test/server.ts';
import { EditOrganizationDialog } from './EditOrganizationDialog.tsx';

const organization: Organization = {
  healthcareOrganizationId: 1,
  name: 'Harbor Health',
  npiNumber: null,
  phone: null,
  website: null,
  addresses: [],
  totalProviders: 0,
  version: 1,
  can: { edit: true },
};
const stale = {
  wasSuccessful: false,
  code: 'stale_version',
  validationErrors: {},
  message: organizationTexts.changed,
  current: { version: 2, changedByUserId: 2, changedBy: 'Nora Reyes', changedAt: null, what: null },
};

afterEach(() => vi.unstubAllGlobals());

test('a save that conflicts says so even if the changes of the other user cannot be read', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url === `/api${saveOrganization.path}`
      ? Response.json(stale, { status: 409 })
      : Response.json({ wasSuccessful: false }, { status: 500 }),
  );
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <EditOrganizationDialog organization={organization} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  fill(screen.getByLabelText('Organization name *'), 'Harbor Heart Center');
  await user.click(screen.getByText('Save'));
  expect(await screen.findByText(errorTexts.server)).toBeVisible();
});

test('a save that conflicts shows the changes of the other user, and the next one keeps both', async () => {
  const newer = { ...organization, phone: '5085550188', website: 'https://harbor.example.org', version: 2 };
  const calls = serve(
    answer(getOrganization, newer),
    answer(saveOrganization, ({ version }) =>
      version === 2 ? { healthcareOrganizationId: 1, version: 3 } : (stale as never),
    ),
  );
  const onClose = vi.fn<() => void>();
  const { user } = renderDialog(<EditOrganizationDialog organization={organization} onClose={onClose} />);
  fill(screen.getByLabelText('Organization name *'), 'Harbor Heart Center');
  await user.click(screen.getByText('Save'));
  expect(await screen.findByText('Nora Reyes saved changes while you were editing')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveValue('(508) 555-0188'));
  expect(screen.getByLabelText('Website')).toHaveValue('https://harbor.example.org');
  await user.click(screen.getByText('Save'));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, saveOrganization).at(-1)).toMatchObject({
    name: 'Harbor Heart Center',
    website: 'https://harbor.example.org',
    version: 2,
  });
});
