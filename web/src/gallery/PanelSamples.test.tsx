import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { focus, inSample, renderComponent, sample } from '../../test/components.tsx';
import { PanelSamples } from './PanelSamples.tsx';

let user: ReturnType<typeof renderComponent>;

beforeEach(() => {
  user = renderComponent(<PanelSamples />);
});

test('the pager shows five links around the page', async () => {
  const pager = within(screen.getByRole('navigation', { name: 'Pages of nine' }));
  const press = async (name: RegExp) => await user.click(pager.getByRole('button', { name }));
  const numbers = () => pager.getAllByRole('button', { name: /^Page/ }).map((button) => button.textContent);
  expect(numbers()).toEqual(['1', '2', '3', '4', '5']);
  expect(pager.getByRole('button', { name: /^First/ })).toBeDisabled();
  await press(/^Page 5$/);
  expect(numbers()).toEqual(['3', '4', '5', '6', '7']);
  expect(pager.getAllByText('…')).toHaveLength(2);
  await press(/^Last/);
  expect(numbers()).toEqual(['5', '6', '7', '8', '9']);
  expect(pager.getByText('showing 9 of 9 pages')).toBeVisible();
  expect(inSample('Pager', 'One page: nothing').queryByRole('navigation')).toBeNull();
});

test('a prompt is shown before a search, and a text when nothing was found', () => {
  expect(sample('NoResults', 'Before any search')).toHaveTextContent(
    'Welcome!Please use the search button to search items based on your current filter criteria.',
  );
  expect(sample('NoResults', 'Nothing found')).toHaveTextContent(
    'No results foundThere are no items based on your current filter criteria.',
  );
});

test('the content of a collapsed card is not focusable', async () => {
  const cell = inSample('CollapsibleCard', 'Open');
  const fold = cell.getByRole('button', { name: 'Care team' });
  const inside = cell.getByText('Inside');
  expect(inside).toBeVisible();
  focus(fold);
  await user.keyboard('{Enter}');
  expect(fold).toHaveAttribute('aria-expanded', 'false');
  expect(inside).not.toBeVisible();
});
