import { userAdministrationTexts as texts, type ManagedUser } from '@careloop/contracts/administration/users';
import type { Allowance } from '@careloop/contracts/can';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { dispatch } from '../../../session/gateStore.ts';
import { sessionOf, type Context } from '../../../session/session.ts';
import { ActingFields } from './ActingFields.tsx';

function Form({ changeProxies }: { changeProxies: Allowance }): ReactNode {
  const user = {
    userId: 1,
    usersUserCanImpersonate: [{ userId: 2, fullName: 'Reyes, Nora' }],
    usersWhoCanImpersonateUser: [],
    can: { edit: true, changeProxies },
  } as unknown as ManagedUser;
  return (
    <FormProvider {...useForm()}>
      <ActingFields user={user} />
    </FormProvider>
  );
}

function open(changeProxies: Allowance): void {
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: ['ManageUsers'], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  renderComponent(<Form changeProxies={changeProxies} />);
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
