import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderDialog } from '../../test/page.tsx';
import { serve } from '../../test/server.ts';
import { gateTexts } from './gateTexts.ts';
import { Loading } from './gateScreens.tsx';

test('a server that is slow is not asked for more before the user is told, and can retry', async () => {
  const calls = serve();
  renderDialog(<Loading />);
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(retry.closest('[data-waiting]')).toBeNull();
  expect(screen.getByRole('heading', { name: gateTexts.loading.title })).toBeVisible();
  expect(calls).toEqual([]);
});
