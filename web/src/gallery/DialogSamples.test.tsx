import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inSample, renderComponent } from '../../test/components.tsx';
import { AsyncSamples } from './AsyncSamples.tsx';
import { DialogSamples } from './DialogSamples.tsx';

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('the dialog with the client tree keeps the saved selection', async () => {
  const user = renderComponent(<DialogSamples />);
  await user.click(screen.getByRole('button', { name: 'Select clients' }));
  const clients = await dialog('Select Clients');
  await user.click(clients.getByRole('treeitem', { name: 'Harbor Clinic' }));
  await user.click(clients.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Clients: 3, 4')).toBeVisible();
});

test('a search shows its shortcut only while it works', async () => {
  const user = renderComponent(
    <>
      <AsyncSamples />
      <DialogSamples />
    </>,
  );
  const hint = () => inSample('SearchBox', 'Empty').queryByText('/');
  expect(hint()).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Search in a dialog' }));
  const search = await dialog('Search in a dialog');
  expect(search.getByRole('searchbox')).toBeVisible();
  expect(search.queryByText('/')).toBeNull();
  expect(hint()).toBeNull();
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(hint()).toBeVisible();
});

test('Escape closes the calendar and not the dialog below it', async () => {
  const user = renderComponent(<DialogSamples />);
  await user.click(screen.getByRole('button', { name: 'Search in a dialog' }));
  const search = await dialog('Search in a dialog');
  await user.click(search.getByRole('button', { name: 'Choose from a calendar' }));
  const calendar = await screen.findByRole('group', { name: 'Calendar' });
  await expect.poll(() => calendar.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('group', { name: 'Calendar' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Search in a dialog' })).toBeVisible();
});
