import { Tabs } from '@mantine/core';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { TabRow } from './TabRow.tsx';

const names = ['overview', 'referrals', 'activities'] as const;
const titles = { overview: 'Overview', referrals: 'Referrals', activities: 'Activities' };

/** Activities wraps to the second line, as in a window that is too narrow. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent.startsWith('Activities') ? 36 : 0;
  });
});

function show(current: (typeof names)[number]) {
  const onOpen = vi.fn<(name: string) => void>();
  const user = renderComponent(
    <Tabs value={current}>
      <TabRow names={names} current={current} titles={titles} counts={{ referrals: 3 }} onOpen={onOpen} />
    </Tabs>,
  );
  return { user, onOpen };
}

test('tabs that do not fit are in a menu at the end of the row', async () => {
  const { user, onOpen } = show('overview');
  expect(screen.getByRole('tab', { name: /^Referrals/ })).toBeEnabled();
  expect(screen.getByRole('tab', { name: 'Activities' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'More sections' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Activities' }));
  expect(onOpen).toHaveBeenCalledWith('activities');
});

test('the menu names the current tab if it does not fit, and the keyboard still reaches the row', () => {
  show('activities');
  expect(screen.getByRole('button', { name: 'Activities, more sections' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('tabindex', '0');
});
