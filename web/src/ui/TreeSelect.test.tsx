import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { TreeSelect } from './TreeSelect.tsx';

const nodes = [{ key: 'queues', label: 'Queues', children: [{ key: 'a', label: 'Referrals' }] }];

test('the button for all keeps its name while a search finds nothing', async () => {
  const user = renderComponent(<TreeSelect label="Queues" nodes={nodes} value={['a']} onChange={() => undefined} />);
  const button = screen.getByRole('button', { name: 'Unselect all' });
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'zzz');
  expect(await screen.findByText('No results found')).toBeVisible();
  expect(button).toHaveAccessibleName('Unselect all');
  expect(button).toBeDisabled();
});
