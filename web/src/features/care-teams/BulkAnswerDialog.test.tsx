import { getInvitations, processInvitationsInBulk, type Invitation } from '@careloop/contracts/care-teams/invitations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fill, leave, renderComponent } from '../../../test/components.tsx';
import { BulkAnswerDialog } from './BulkAnswerDialog.tsx';

const invitation: Invitation = {
  careTeamMemberId: 1,
  patientId: 1,
  patientFirstName: 'Grace',
  patientLastName: 'Okafor',
  birthYear: 1945,
  clientName: 'Harbor Clinics',
  userId: 1,
  userName: 'Anjali Patel',
  invitedByName: null,
  invitedBySpecialty: null,
  invitationText: null,
  statusCode: 1,
  invitedAt: '2026-01-01T00:00:00Z',
};

async function open() {
  const closed = { times: 0 };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = renderComponent(
    <QueryClientProvider client={client}>
      <BulkAnswerDialog
        invitations={[invitation]}
        total={1}
        onStarted={() => undefined}
        onClose={() => (closed.times += 1)}
      />
    </QueryClientProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer several invitations' }));
  return { user, dialog, closed, client };
}

test('an unchanged answer is canceled without a question', async () => {
  const { user, dialog, closed } = await open();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(closed.times).toBe(1);
});

test('a typed reason is trimmed, and not lost without a question', async () => {
  const { user, dialog, closed } = await open();
  await user.click(dialog.getByRole('radio', { name: 'Decline' }));
  const reason = dialog.getByRole('textbox', { name: /^Reason/ });
  fill(reason, '  On leave ');
  leave(reason);
  expect(reason).toHaveValue('On leave');
  for (const answer of ['No', 'Yes']) {
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('dialog', { name: 'Are you sure you want to cancel?' }));
    expect(closed.times).toBe(0);
    await user.click(question.getByRole('button', { name: answer }));
  }
  expect(closed.times).toBe(1);
});

test('progress that cannot be read is retried, and the list is refetched at the end', async () => {
  const batch = {
    isAccepting: true,
    totalCount: 1,
    processedCount: 1,
    items: [{ careTeamMemberId: 1, outcome: 'done', message: null }],
  };
  let isDown = true;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === `/api${processInvitationsInBulk.path}`) return Response.json({ wasSuccessful: true, inviteBatchId: 5 });
    return isDown
      ? Response.json({ wasSuccessful: false }, { status: 500 })
      : Response.json({ wasSuccessful: true, ...batch });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user, dialog, client } = await open();
  const list = [getInvitations.path, {}];
  client.setQueryData(list, { items: [invitation], totalItemCount: 1, nextCursor: null });
  await user.click(dialog.getByRole('button', { name: 'Accept 1' }));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isDown = false;
  await user.click(retry);
  expect(await screen.findByText('1 of 1 processed')).toBeVisible();
  await waitFor(() => expect(client.getQueryState(list)?.isInvalidated).toBe(true));
});
