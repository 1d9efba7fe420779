import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { renderScreen } from '../../test/page.tsx';
import { dispatch } from '../session/gateStore.ts';
import { sessionOf, type Context } from '../session/session.ts';
import { HelpMenuContent } from './HelpMenuContent.tsx';

const open = { opened: true, onChange: () => undefined };

test.each([
  [null, '/Help'],
  ['https://support.example.org/careloop', 'https://support.example.org/careloop'],
])('with the support portal %s, the menu leads to %s', async (supportPortalUrl, href) => {
  const context = {
    user: { userId: 1, usersToImpersonate: [] },
    permissions: [],
    features: [],
    config: { supportPortalUrl },
  };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const component = () => <HelpMenuContent target={<button type="button">Help</button>} menu={open} />;
  renderScreen({ path: '/', validateSearch: z.object({}), component }, '/');
  expect(await screen.findByRole('menuitem', { name: 'Visit the Support Portal' })).toHaveAttribute('href', href);
});
