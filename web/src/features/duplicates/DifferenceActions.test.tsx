import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { DifferenceActions } from './DifferenceActions.tsx';

test('an edited value is replaced only after a question that names both values', async () => {
  const onDecide = vi.fn<(decision: 'take' | 'keep') => void>();
  const user = renderComponent(
    <DifferenceActions
      difference={{
        status: 'open',
        can: { take: true, keep: true },
        ours: { home_phone: '6175550100' },
        theirs: { home_phone: '6175550199' },
      }}
      name="Russo, Maria"
      deciding={undefined}
      onDecide={onDecide}
    />,
  );
  for (const answer of ['Cancel', 'Replace']) {
    await user.click(screen.getByRole('button', { name: "Take import's value" }));
    const question = within(await screen.findByRole('dialog', { name: 'Replace the edited value?' }));
    expect(question.getByText('Home phone: (617) 555-0100 is replaced by (617) 555-0199.')).toBeVisible();
    expect(question.getByText('Russo, Maria')).toBeVisible();
    expect(onDecide).not.toHaveBeenCalled();
    await user.click(question.getByRole('button', { name: answer }));
  }
  await vi.waitFor(() => expect(onDecide.mock.calls).toEqual([['take']]));
});
