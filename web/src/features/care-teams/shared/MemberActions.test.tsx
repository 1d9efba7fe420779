import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderSignedIn } from '../../../../test/signedIn.tsx';
import { MemberActions } from './MemberActions.tsx';

const refused = 'Only members can do this.';

/** Another member, of whom the user may change everything. */
const other = {
  careTeamMemberId: 1,
  userId: 2,
  firstName: 'Linh',
  lastName: 'Nguyen',
  status: 'accepted',
  isActive: true,
  version: 1,
  can: { leave: refused, remove: true, setInactive: true, setActive: refused, setRelationshipType: true, setPcp: true },
} as CareTeamMember;

/** Opens the menu of a member's row. */
async function openMenu(member: CareTeamMember) {
  const noAction = () => undefined;
  const shown = renderSignedIn(
    <MemberActions patientId={1} member={member} canMessage={false} onMessage={noAction} onEnd={noAction} />,
  );
  await shown.user.click(screen.getByRole('button', { name: 'More for Linh Nguyen' }));
  await screen.findByRole('menuitem', { name: 'Make primary care provider' });
  return shown;
}

test('a member is set inactive only after a question that names them', async () => {
  const { user, calls } = await openMenu(other);
  const setInactive = () => user.click(screen.getByRole('menuitem', { name: 'Set inactive' }));
  await setInactive();
  const dialog = await screen.findByRole('dialog', { name: 'Set Linh Nguyen inactive?' });
  expect(dialog).toHaveTextContent('Once inactive, Linh Nguyen cannot open this patient through the care team');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'More for Linh Nguyen' }));
  await setInactive();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Set inactive' }));
  await waitFor(() => expect(calls).toEqual([expect.stringContaining('care-teams/set-member-inactive')]));
});

test('a member leaves by the button that asks for a reason, not by the menu', async () => {
  await openMenu({ ...other, userId: 1, can: { ...other.can, leave: true } });
  expect(screen.getByRole('button', { name: 'Leave care team' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Set inactive' })).toBeNull();
});
