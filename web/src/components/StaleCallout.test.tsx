import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { signIn } from '../../test/signedIn.tsx';
import { StaleCallout } from './StaleCallout.tsx';

test.each([
  { changedByUserId: 2, changedBy: 'Ada Ames', says: 'Ada Ames changed it on' },
  { changedByUserId: 1, changedBy: 'Renée Caldwell', says: 'You changed it in another window on' },
  { changedByUserId: null, changedBy: null, says: 'Somebody changed it on' },
])('says "$says" of a change by user $changedByUserId', ({ says, ...change }) => {
  signIn({ user: { userId: 1 } });
  const staleness = { ...change, changedAt: '2026-05-02T20:10:00Z', what: null };
  renderComponent(
    <StaleCallout
      noun="task"
      staleness={staleness}
      onReload={() => undefined}
      sentence={(who, when) => `${who} changed it${when}`}
    />,
  );
  expect(screen.getByText(new RegExp(`^${says} 5/2/26`))).toBeVisible();
});
