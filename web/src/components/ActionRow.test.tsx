import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { ActionBar } from './ActionBar.tsx';
import { ActionRow } from './ActionRow.tsx';

const actionsOf = (labels: readonly string[]) =>
  labels.map((label) => ({ label, allowance: true as const, icon: null, onStart: () => undefined }));
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test.each([
  [
    'one action too many for the row',
    ['Accept', 'Decline', 'Share', 'Cancel'],
    ['Accept', 'Decline', 'Share', 'Cancel'],
  ],
  ['two', ['Accept', 'Decline', 'Share', 'Edit', 'Cancel'], ['Accept', 'Decline', 'Share', 'More']],
])('with %s, a menu has at least two items', async (_case, labels, shown) => {
  const user = renderComponent(<ActionRow actions={actionsOf(labels)} />);
  expect(buttons()).toEqual(shown);
  if (!shown.includes('More')) return;
  await user.click(screen.getByRole('button', { name: 'More' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(labels.slice(3));
});

test('an action whose label changes with it keeps its button and the focus', () => {
  const row = (label: string) => (
    <ActionRow actions={[{ id: 'take', label, allowance: true, onStart: () => undefined }]} />
  );
  const { rerender } = render(row('Take'), { wrapper: MantineProvider });
  const button = screen.getByRole('button', { name: 'Take' });
  button.focus();
  rerender(row('Give back'));
  expect(screen.getByRole('button', { name: 'Give back' })).toBe(button);
  expect(button).toHaveFocus();
});

test('a bar of a narrow screen has no menu for one action', () => {
  const queried = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(queried(media), { matches: media.includes('max-width') }),
  );
  renderComponent(<ActionBar menuLabel="More actions" actions={actionsOf(['Upload'])} />);
  expect(buttons()).toEqual(['Upload']);
});
