import { saveDemography, type Demographics } from '@careloop/contracts/patients/demographics';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { DemographyDialog } from './DemographyDialog.tsx';

const patient: Demographics = {
  patientId: 1,
  clientId: 1,
  mrn: '1001',
  mrnSystem: null,
  firstName: 'Harold',
  middleName: null,
  lastName: 'Winthrop',
  nameSuffix: null,
  dateOfBirth: '1938-02-11',
  gender: 'male',
  genderCode: 1,
  deceasedOn: '2026-03-04',
  isDeceased: true,
  isActive: true,
  isPossibleDuplicate: false,
  homePhone: null,
  cellPhone: null,
  officePhone: null,
  alternatePhone: null,
  email: null,
  address1: null,
  address2: null,
  city: null,
  state: null,
  zipcode: null,
  caregiverName: null,
  nextOfKinName: null,
  nextOfKinRelationship: null,
  nextOfKinPhone: null,
  pcpName: null,
  language: null,
  languageCode: null,
  maritalStatus: null,
  maritalStatusCode: null,
  clientName: 'Lakeside Clinic',
  ssnEnding: null,
  furtherMrns: [],
  guarantor: null,
  coverages: [],
  version: 3,
  can: { edit: true },
};

/** Opens the dialog. Returns what the page sends to save it. */
function open() {
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: { body?: string } = {}) => {
    if (url === `/api${saveDemography.path}`) saved.push(JSON.parse(init.body ?? 'null'));
    return Response.json({ wasSuccessful: true, version: 4 });
  });
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <DemographyDialog patient={patient} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return { user, saved };
}
afterEach(() => vi.unstubAllGlobals());

test('unticking "Deceased" removes the date of death as well', async () => {
  const { user, saved } = open();
  await user.click(screen.getByRole('checkbox', { name: 'Deceased' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ isDeceased: false, deceasedOn: null });
});
