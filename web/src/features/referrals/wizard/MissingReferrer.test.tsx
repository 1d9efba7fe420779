import { getMissingReferrer, referrerTexts as texts } from '@careloop/contracts/referrals/referrer';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { MissingReferrer } from './MissingReferrer.tsx';

function open(step: 'users' | null) {
  signIn({});
  serve(
    answer(getMissingReferrer, {
      missing: [
        { text: texts.noProviders('North Clinic'), step: null },
        { text: texts.nobody, step },
      ],
    }),
  );
  const route = { path: '/Patient', validateSearch: z.object({}), component: () => <MissingReferrer patientId={1} /> };
  renderScreen(route, '/Patient');
}

test('an administrator is led to what is missing to refer', async () => {
  open('users');
  expect(await screen.findByText(texts.noProviders('North Clinic'))).toBeVisible();
  expect(screen.getByRole('link', { name: texts.steps.users })).toHaveAttribute(
    'href',
    expect.stringMatching(/Users$/),
  );
  expect(screen.queryByText(texts.askAdministrator)).toBeNull();
});

test('others are told to ask their administrator', async () => {
  open(null);
  expect(await screen.findByText(texts.askAdministrator)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
