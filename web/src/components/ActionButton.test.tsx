import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { ActionButton } from './ActionButton.tsx';

test('a double click runs the action once, further clicks run it again', async () => {
  const run = vi.fn<() => void>();
  const user = renderComponent(
    <ActionButton allowance onClick={run}>
      Archive
    </ActionButton>,
  );
  const button = screen.getByRole('button', { name: 'Archive' });
  await user.dblClick(button);
  expect(run).toHaveBeenCalledTimes(1);
  await user.tab();
  await user.click(document.body);
  button.focus();
  await user.keyboard('{Enter}{Enter}');
  expect(run).toHaveBeenCalledTimes(3);
});
