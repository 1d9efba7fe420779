import type { AcceptedInvitation, Invitation } from '@careloop/contracts/care-teams/invitations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../../test/components.tsx';
import { parseSearch } from '../../lib/search.ts';
import { dispatch } from '../../session/gateStore.ts';
import type { Session } from '../../session/session.ts';
import { InvitationsPage } from './InvitationsPage.tsx';
import { invitationsSearch } from './search.ts';

const invitations: Invitation[] = ['Okafor', 'Lavoie', 'Washington'].map((patientLastName, index) => ({
  careTeamMemberId: index + 1,
  patientId: index + 1,
  patientFirstName: 'Grace',
  patientLastName,
  birthYear: 1945,
  clientName: 'Harbor Clinics',
  userId: 1,
  userName: 'Anjali Patel',
  invitedByName: null,
  invitedBySpecialty: null,
  invitationText: null,
  statusCode: 1,
  invitedAt: '2026-01-01T00:00:00Z',
}));

const accepted: AcceptedInvitation[] = [1, 2].map((userId) => ({
  careTeamMemberId: 10 + userId,
  patientId: 40 + userId,
  patientFirstName: 'Leon',
  patientLastName: 'Baker',
  userId,
  userName: userId === 1 ? 'Anjali Patel' : 'Daniel Cho',
  acceptedThrough: userId === 1 ? 'message' : 'referral',
  acceptedAt: '2026-01-02T15:00:00Z',
}));

/** Opens the page with three invitations. The answered ones leave the list of the server. */
async function open(address = '/Patients/Invites', mayOpenPatients = false) {
  let pending = invitations;
  const answer = (path: string, ids: number[] | undefined): object => {
    if (path.endsWith('/get'))
      return { items: pending, totalItemCount: pending.length, nextCursor: null, acceptedForThem: accepted };
    if (path.includes('/can-access')) return { canAccessPatient: mayOpenPatients };
    if (path.includes('/batch')) return { isAccepting: true, totalCount: 2, processedCount: 2, items: [] };
    pending = pending.filter(({ careTeamMemberId }) => ids?.includes(careTeamMemberId) !== true);
    return { inviteBatchId: 1, outcomes: [] };
  };
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    const input = JSON.parse(body ?? '{}') as { careTeamMemberId?: number; careTeamMemberIds?: number[] };
    const ids = input.careTeamMemberId === undefined ? input.careTeamMemberIds : [input.careTeamMemberId];
    return Response.json({ wasSuccessful: true, patientId: ids?.[0], ...answer(path, ids) });
  });
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/Patients/Invites',
    validateSearch: invitationsSearch,
    component: InvitationsPage,
  });
  const patient = createRoute({
    getParentRoute: () => root,
    path: '/Patient/$patientId',
    component: () => <h1>Patient record</h1>,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([page, patient]), history, parseSearch });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = renderComponent(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('option', { name: /Okafor/i });
  return { user, client, history };
}

const shown = (name: RegExp) => within(screen.getByRole('region', { name: /selected item$/ })).findByText(name);

beforeAll(() => {
  const session = { user: { userId: 1, usersToImpersonate: [] } };
  dispatch({ type: 'tokenFound' });
  dispatch({ type: 'contextLoaded', session: session as unknown as Session });
});
beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined));
afterEach(() => vi.unstubAllGlobals());

test('after several invitations were answered, the first pending one is shown', async () => {
  const { user, client } = await open();
  await shown(/Okafor/i);
  await user.click(screen.getByRole('button', { name: 'Answer several' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer several invitations' }));
  await user.click(dialog.getByRole('checkbox', { name: /Washington/i }));
  await user.click(dialog.getByRole('button', { name: 'Accept 2' }));
  await screen.findByText('2 of 2 processed');
  // The server reports the answered invitations by events.
  await client.invalidateQueries();
  await user.keyboard('{Escape}');
  expect(await shown(/Washington/i)).toBeVisible();
});

test('after a declined invitation, the one that takes its place is shown', async () => {
  const { user } = await open('/Patients/Invites?careTeamMemberId=2');
  await shown(/Lavoie/i);
  await user.click(screen.getByRole('button', { name: 'Decline invite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline Invite' }));
  fill(dialog.getByRole('textbox', { name: /^Reason/ }), 'On leave');
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Decline invite' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Decline invite' }));
  expect(await shown(/Washington/i)).toBeVisible();
});

test('after an invitation was accepted, Back leads to those that are still pending', async () => {
  const { user, history } = await open('/Patients/Invites?careTeamMemberId=1');
  await shown(/Okafor/i);
  await user.click(screen.getByRole('button', { name: 'Accept invite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept Invite' }));
  await user.click(dialog.getByRole('button', { name: 'Accept invite' }));
  await screen.findByRole('heading', { name: 'Patient record' });
  history.back();
  await screen.findByRole('option', { name: /Washington/i });
  expect(await shown(/Lavoie/i)).toBeVisible();
  expect(screen.queryByText('This invitation is no longer pending')).toBeNull();
});

test('an invitation that was answered elsewhere leads on', async () => {
  await open('/Patients/Invites?careTeamMemberId=9');
  expect(await shown(/is no longer pending/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to My Patients' })).toHaveAttribute('href', '/Patients');
});

test.each([
  [true, 'Open patient', '/Patient/2'],
  [false, 'Go to My Patients', '/Patients'],
])('it leads to the patient only if the user may open them: %s', async (mayOpen, name, address) => {
  await open('/Patients/Invites?careTeamMemberId=9&patientId=2', mayOpen);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address);
});

test('invitations accepted by being added to the care team are listed with how, and lead to the patient', async () => {
  const { user, history } = await open();
  const list = within(screen.getByRole('region', { name: 'Accepted without an answer' }));
  expect(list.getByText(/^Accepted by message,/)).toBeTruthy();
  expect(list.getByText(/^Accepted by referral for Daniel Cho,/)).toBeTruthy();
  const [own] = list.getAllByRole('link', { name: /Baker/i });
  await user.click(own!);
  await screen.findByRole('heading', { name: 'Patient record' });
  expect(history.location.pathname).toBe('/Patient/41');
});
