import { saveOrganization } from '@careloop/contracts/directory/organizations';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { NavigationGuard } from '../../../shell/NavigationGuard.tsx';
import { ConfirmHost } from '../../../ui/confirm.tsx';
import { hasUnsavedChanges } from '../../../ui/unsaved.ts';
import { OrganizationPage } from './OrganizationPage.tsx';
import { unsavedOrganization } from './useSaveOrganization.ts';

const guarded = () => (
  <>
    <NavigationGuard />
    <ConfirmHost />
    <OrganizationPage />
  </>
);

test('a new organization leads to its page without a question', async () => {
  signIn({ permissions: ['AddProvider'] });
  serve(answer(saveOrganization, { healthcareOrganizationId: 7, version: 'a' } as never));
  const path = '/Organizations/$healthcareOrganizationId';
  const search = () => ({ name: 'Harbor Heart' });
  const { user, history } = renderScreen(
    { path, validateSearch: search as never, component: guarded },
    '/Organizations/0',
  );
  await user.type(await screen.findByRole('textbox', { name: 'Organization name' }), ' Group');
  await waitFor(() => expect(hasUnsavedChanges()).toBe(true));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(history.location.pathname).toBe('/Organizations/7'));
  expect(screen.queryByText(unsavedOrganization.title)).toBeNull();
});
