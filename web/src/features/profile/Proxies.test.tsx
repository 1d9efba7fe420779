import { enrollmentStatus } from '@careloop/contracts/codes/profile';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { dispatch } from '../../session/gateStore.ts';
import { sessionOf, type Context } from '../../session/session.ts';
import { Proxied, Proxies } from './Proxies.tsx';
import { useProfile } from './useProfile.ts';

const nora = { userId: 2, firstName: 'Nora', lastName: 'Reyes', email: null, userType: 'office_user' };
const anjali = { userId: 3, firstName: 'Anjali', lastName: 'Patel', email: null, userType: 'provider' };
const can = { remove: true, setType: true, request: true, decide: true };

/** The profile with or without a person on either side. */
const profileOf = (isPaired: boolean) => ({
  commonData: { userId: 1, isSelf: true, firstName: 'Linh', lastName: 'Nguyen' },
  accountData: {
    officeAdministrators: [],
    officeUsers: isPaired
      ? [{ ...nora, enrollmentStatus: enrollmentStatus.table.enrolled, denialReason: null, can }]
      : [],
    usersToImpersonate: isPaired ? [{ ...anjali, type: 1, can }] : [],
    canAssignAdministrators: false,
    can: { addProxy: true },
  },
});

function Account() {
  const account = useProfile(['Account']).data;
  if (!account?.accountData) return null;
  return (
    <>
      <Proxies common={account.commonData} account={account.accountData} />
      <Proxied common={account.commonData} account={account.accountData} />
    </>
  );
}

/** Shows the account. The server's data is without both people after the call, which it answers with `answer`. */
function open(answer: object) {
  let isPaired = true;
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.endsWith('/proxies/remove')) return Response.json({ wasSuccessful: true, ...profileOf(isPaired) });
    isPaired = false;
    return Response.json(answer);
  });
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const router = createRouter({
    routeTree: createRootRoute({ component: Account }),
    history: createMemoryHistory(),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  return renderComponent(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined));
afterEach(() => vi.unstubAllGlobals());

const refusal = (code: string) => ({
  wasSuccessful: false,
  code,
  message: profileTexts.notFound,
  validationErrors: { '': profileTexts.notFound },
});

const success = { wasSuccessful: true };

test.each([
  ['a removal', 'Remove Nora Reyes', 'Remove', success],
  ['a refused removal', 'Remove Nora Reyes', 'Remove', refusal('wrong_state')],
  ['a refusal to remove the own access', 'Remove my access to Anjali Patel', 'Remove my access', refusal('no_access')],
])('the profile is read again after %s', async (_what, button, yes, answer) => {
  const user = open(answer);
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: yes }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull());
});
