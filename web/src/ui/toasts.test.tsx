import { Notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { toast } from './toasts.tsx';

test('a double click on Undo undoes once', async () => {
  const onUndo = vi.fn<() => void>();
  const user = renderComponent(<Notifications />);
  toast.undoable('Archived', onUndo);
  await user.dblClick(await screen.findByRole('button', { name: 'Undo' }));
  expect(onUndo).toHaveBeenCalledTimes(1);
});
