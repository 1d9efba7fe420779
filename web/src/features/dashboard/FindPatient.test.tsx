import { listPatients, type PatientListItem } from '@careloop/contracts/patients';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../test/page.tsx';
import { answer, serve } from '../../../test/server.ts';
import { FindPatient } from './FindPatient.tsx';

const patient = (patientId: number) =>
  ({
    patientId,
    firstName: 'Grace',
    lastName: 'Kim',
    dateOfBirth: '1980-01-02',
    mrn: 'BC1',
    isActive: true,
  }) as PatientListItem;

const open = (items: PatientListItem[], nextCursor: string | null = null) => {
  serve(answer(listPatients, { items, nextCursor } as never));
  return renderScreen({ path: '/', validateSearch: () => ({}), component: FindPatient }, '/');
};

test('Enter opens the only match', async () => {
  const { user, history } = open([patient(7)]);
  await user.type(await screen.findByRole('searchbox', { name: 'Find a patient' }), 'kim{Enter}');
  await waitFor(() => expect(history.location.pathname).toBe('/Patient/7'));
});

test.each([
  ['several', [patient(7), patient(8)], null],
  ['more on the next page', [patient(7)], 'next'],
] as const)('Enter opens nothing if there are %s', async (_name, items, nextCursor) => {
  const { user, history } = open([...items], nextCursor);
  await user.type(await screen.findByRole('searchbox', { name: 'Find a patient' }), 'kim{Enter}');
  expect(await screen.findByRole('list', { name: 'Patients found' })).toBeVisible();
  expect(history.location.pathname).toBe('/');
});
