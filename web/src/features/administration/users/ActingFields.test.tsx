import { userAdministrationTexts as texts, userForm, type ManagedUser } from '@careloop/contracts/administration/users';
import type { Allowance } from '@careloop/contracts/can';
import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { dispatch } from '../../../session/gateStore.ts';
import { sessionOf, type Context } from '../../../session/session.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { ActingFields } from './ActingFields.tsx';
import { userValues } from './UserFields.tsx';

const nora = { userId: 2, fullName: 'Reyes, Nora' };
const anjali = { userId: 3, fullName: 'Patel, Anjali' };

function userOf(changeProxies: Allowance, usersUserCanImpersonate: ManagedUser['usersUserCanImpersonate']) {
  return {
    userId: 1,
    clients: [],
    usersUserCanImpersonate,
    usersWhoCanImpersonateUser: [],
    can: { edit: true, changeProxies },
  } as unknown as ManagedUser;
}

function Form({ changeProxies }: { changeProxies: Allowance }): ReactNode {
  const user = userOf(changeProxies, [nora]);
  const form = useSchemaForm(userForm, userValues(user));
  const newer = userOf(changeProxies, [nora, anjali]);
  return (
    <FormProvider {...form}>
      <ActingFields user={user} />
      <Button onClick={() => form.reset(userValues(newer), { keepDirtyValues: true })}>Refresh</Button>
    </FormProvider>
  );
}

function open(changeProxies: Allowance) {
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: ['ManageUsers'], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  return renderComponent(<Form changeProxies={changeProxies} />);
}

test('on one’s own account, who acts for whom is read-only and the reason is shown', () => {
  open(texts.ownProxies);
  expect(screen.getByText(texts.ownProxies)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Can act for' })).toBeDisabled();
  expect(screen.getByRole('combobox', { name: 'Can be acted for by' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Remove Reyes, Nora' })).toBeNull();
});

test('on another account, who acts for whom can be changed', () => {
  open(true);
  expect(screen.getByRole('combobox', { name: 'Can act for' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Remove Reyes, Nora' })).toBeVisible();
});

test('a person whom a colleague has added is shown and kept with the next change', async () => {
  const user = open(true);
  await user.click(screen.getByText('Refresh'));
  expect(screen.getByRole('button', { name: 'Remove Patel, Anjali' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove Reyes, Nora' }));
  expect(screen.getByRole('button', { name: 'Remove Patel, Anjali' })).toBeVisible();
});
