import { organizationTexts, saveOrganization, type Organization } from '@careloop/contracts/directory/organizations';
import { errorTexts } from '@careloop/contracts/result';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../../../test/components.tsx';
import { EditOrganizationDialog } from './EditOrganizationDialog.tsx';

const organization: Organization = {
  healthcareOrganizationId: 1,
  name: 'Harbor Health',
  npiNumber: null,
  phone: null,
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
  current: { version: 2, changedBy: 'Nora Reyes', changedAt: null, what: null },
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
