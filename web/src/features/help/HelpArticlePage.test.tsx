import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../test/page.tsx';
import { signIn } from '../../../test/signedIn.tsx';
import { HelpArticlePage } from './HelpArticlePage.tsx';

const open = (page: string) => {
  signIn({});
  return renderScreen({ path: '/Help/$page', validateSearch: {}, component: HelpArticlePage }, `/Help/${page}`);
};

test('a help page shows its text and the list of the others', async () => {
  open('find-providers');
  expect(await screen.findByRole('heading', { level: 1, name: 'Find providers' })).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Other help pages' })).toBeVisible();
});

test.each(['no-such-page', '..%2Fcontributing', 'constructor'])(
  'a help page that does not exist (%s) leads to the list of those that do',
  async (page) => {
    open(page);
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such help page' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'All help pages' })).toHaveAttribute('href', '/Help');
  },
);
