import type { Invitation } from '@careloop/contracts/care-teams/invitations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
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
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <BulkAnswerDialog
        invitations={[invitation]}
        total={1}
        onStarted={() => undefined}
        onClose={() => (closed.times += 1)}
      />
    </QueryClientProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer several invitations' }));
  return { user, dialog, closed };
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
