import { addPatient, addPatientTexts, findCandidates } from '@careloop/contracts/patients/add';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { NavigationGuard } from '../../../shell/NavigationGuard.tsx';
import { ConfirmHost } from '../../../ui/confirm.tsx';
import { unsavedChanges } from '../../../ui/unsaved.ts';
import { AddPatientPage } from './AddPatientPage.tsx';

const guarded = () => (
  <>
    <NavigationGuard />
    <ConfirmHost />
    <AddPatientPage />
  </>
);

test('an added patient is shown without a question', async () => {
  signIn({ user: { clients: [{ clientId: 1, displayName: 'Bayview' }] as never } });
  serve(answer(findCandidates, { candidates: [] }), answer(addPatient, { patientId: 9 } as never));
  const { user, history } = renderScreen(
    { path: '/Patients/Add', validateSearch: {}, component: guarded },
    '/Patients/Add',
  );
  const type = async (label: string, text: string) =>
    await user.type(await screen.findByRole('textbox', { name: label }), text);
  await type('First name', 'Noa');
  await type('Last name', 'Bergstrom');
  await type('Date of birth', '4/10/2019');
  await type('MRN', 'BC7700001');
  await user.click(screen.getByRole('combobox', { name: 'Gender' }));
  await user.click(await screen.findByRole('option', { name: 'Male' }));
  await user.click(screen.getByRole('button', { name: 'Add patient' }));
  expect(await screen.findByText(addPatientTexts.added)).toBeVisible();
  await waitFor(() => expect(history.location.pathname).toBe('/Patient/9'));
  expect(screen.queryByText(unsavedChanges.title)).toBeNull();
});
