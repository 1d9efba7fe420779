import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { RowMenu } from './RowMenu.tsx';

const itemsOf = (...labels: string[]) => labels.map((label) => ({ label, icon: null, onStart: vi.fn<() => void>() }));
const queried = window.matchMedia.bind(window);

test('a single action is a button that names the row', async () => {
  const items = itemsOf('Edit');
  const user = renderComponent(<RowMenu name="Warfarin" items={items} />);
  const button = screen.getByRole('button', { name: 'Edit: Warfarin' });
  expect(button).toHaveTextContent('Edit');
  await user.click(button);
  expect(items[0]?.onStart).toHaveBeenCalledOnce();
});

test('several actions are a menu, and so is a single one where the columns are narrow', async () => {
  const user = renderComponent(<RowMenu name="Warfarin" items={itemsOf('Edit', 'Stop')} />);
  await user.click(screen.getByRole('button', { name: 'More for Warfarin' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Edit', 'Stop']);

  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(queried(media), { matches: media.includes('width') }),
  );
  renderComponent(<RowMenu name="Latex" items={itemsOf('Edit')} />);
  expect(screen.getByRole('button', { name: 'More for Latex' })).toBeVisible();
});

test('a refused action in a menu says why', async () => {
  const items = itemsOf('Edit', 'Stop').map((item) => ({ ...item, allowance: 'It is locked.' }));
  const user = renderComponent(<RowMenu name="Warfarin" items={items} />);
  await user.click(screen.getByRole('button', { name: 'More for Warfarin' }));
  expect(await screen.findByRole('menuitem', { name: /^Edit/ })).toHaveTextContent('It is locked.');
});
