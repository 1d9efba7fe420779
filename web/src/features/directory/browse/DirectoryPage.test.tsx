import { findSpecialties } from '@careloop/contracts/directory';
import { browseDirectory, findTowns, type DirectoryEntry } from '@careloop/contracts/directory/browse';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { directorySearch } from '../search.ts';
import { DirectoryPage } from './DirectoryPage.tsx';

const route = { path: '/Directory', validateSearch: directorySearch, component: DirectoryPage };

const heart: DirectoryEntry = {
  healthcareProviderId: 4,
  healthcareOrganizationId: null,
  name: 'Patel, Anjali',
  degree: 'MD',
  specialty: 'Cardiology',
  organizationName: 'Worcester Heart Associates',
  npiNumber: '1234567893',
  city: 'Worcester',
  state: 'MA',
  phone: '5085550142',
  isUser: true,
};
const clinic: DirectoryEntry = {
  ...heart,
  healthcareProviderId: null,
  healthcareOrganizationId: 9,
  name: 'Salina Clinic',
  degree: null,
  specialty: null,
  organizationName: null,
  city: null,
  state: null,
  isUser: false,
};

beforeEach(() => signIn({}));

function open(search = '', items: DirectoryEntry[] = [heart, clinic]) {
  const calls = serve(
    answer(browseDirectory, { items, nextCursor: null }),
    answer(findTowns, {
      towns: [
        { city: 'Worcester', state: 'MA' },
        { city: 'Worland', state: 'WY' },
      ],
    }),
    answer(findSpecialties, { specialties: [{ healthcareProviderSpecialtyId: 3, name: 'Cardiology' }] }),
  );
  return { calls, ...renderScreen(route, `/Directory${search}`) };
}

test('practitioners and organizations are listed with specialty, town and account', async () => {
  open();
  const row = await screen.findByRole('row', { name: /Patel, Anjali, MD.*Cardiology.*Worcester, MA.*555-0142.*Yes/ });
  expect(row).toBeVisible();
  expect(screen.getByRole('button', { name: 'Patel, Anjali, MD' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Salina Clinic' })).toHaveAttribute('href', '/Organizations/9');
});

test('filters of kind, account, town and specialty are sent and kept in the address', async () => {
  const { user, calls, history } = open();
  await user.click(await screen.findByRole('radio', { name: 'Practitioners' }));
  await user.click(screen.getByRole('radio', { name: 'Non-Users' }));
  await user.type(screen.getByRole('combobox', { name: 'Town' }), 'wor');
  await user.click(await screen.findByRole('option', { name: 'Worland, WY' }));
  await user.click(screen.getByRole('combobox', { name: 'Specialty' }));
  await user.click(await screen.findByRole('option', { name: 'Cardiology' }));
  await waitFor(() =>
    expect(inputsOf(calls, browseDirectory).at(-1)).toMatchObject({
      kind: 'practitioners',
      users: 'nonUsers',
      town: 'Worland, WY',
      healthcareProviderSpecialtyId: '3',
    }),
  );
  const address = new URLSearchParams(history.location.search);
  expect(Object.fromEntries(address)).toEqual({
    kind: 'practitioners',
    users: 'nonUsers',
    town: 'Worland, WY',
    specialtyId: '3',
    specialty: 'Cardiology',
  });
});

test('an empty list says that organizations have no specialty', async () => {
  open('?kind=organizations&specialtyId=3&specialty=Cardiology', []);
  expect(await screen.findByText('Nothing in the directory matches these filters')).toBeVisible();
  expect(screen.getByText('Organizations have no specialty. Choose All or Practitioners.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Specialty' })).toHaveValue('Cardiology');
});
