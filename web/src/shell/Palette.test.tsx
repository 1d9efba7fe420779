import { signedIn } from '@careloop/contracts/access';
import { IconUsers } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { routed } from '../../test/routed.tsx';
import { dispatch } from '../session/gateStore.ts';
import { sessionOf, type Context } from '../session/session.ts';
import { Features, type Feature, type PaletteMatch } from './features.ts';
import { Palette } from './Palette.tsx';

afterEach(() => vi.unstubAllGlobals());

const patient: PaletteMatch = {
  key: 'patient 1',
  label: 'PATEL, Grace',
  detail: 'Born 14-Jul-1945',
  icon: IconUsers,
  link: { to: '/Patient/$patientId', params: { patientId: '1' } },
};

test('patients that are found later do not take the selection from a screen', async () => {
  const found = Promise.withResolvers<PaletteMatch[]>();
  const patients: Feature = {
    destinations: [
      {
        to: '/Patients',
        label: 'My Patients',
        icon: IconUsers,
        about: 'The patients whose care you share',
        section: 'Patients',
        access: signedIn,
        menu: 'main',
      },
    ],
    search: { name: 'Patients', terms: 'Patient name', find: () => found.promise },
  };
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const { page, history } = routed(() => (
    <Features value={[patients]}>
      <Palette opened onClose={() => undefined} takeTyped={() => ''} />
    </Features>
  ));
  const user = renderComponent(page);
  const isSelected = (option: HTMLElement) => expect(option).toHaveAttribute('data-combobox-selected', 'true');
  await user.type(await screen.findByRole('combobox'), 'pat');
  isSelected(await screen.findByRole('option', { name: /My Patients/ }));
  found.resolve([patient]);
  expect(await screen.findByRole('option', { name: /PATEL, Grace/ })).not.toHaveAttribute('data-combobox-selected');
  isSelected(screen.getByRole('option', { name: /My Patients/ }));
  await user.keyboard('{Enter}');
  await expect.poll(() => history.location.pathname).toBe('/Patients');
});
