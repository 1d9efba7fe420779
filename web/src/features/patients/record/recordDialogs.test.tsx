import { saveDemography, saveGuarantor, type Demographics } from '@careloop/contracts/patients/demographics';
import { saveInsurance } from '@careloop/contracts/patients/insurance';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, leave, renderComponent } from '../../../../test/components.tsx';
import { DemographyDialog } from './DemographyDialog.tsx';
import { GuarantorDialog } from './GuarantorDialog.tsx';
import { InsuranceDialog } from './InsuranceDialog.tsx';

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

const plan = {
  insurancePlanId: 5,
  name: 'Choice Plus',
  insurancePlanType: 1,
  insurancePlanSubType: 1,
  insuranceCarrier: { insuranceCarrierId: 2, name: 'Harbor Health' },
  isDisabled: false,
};
const saves = [saveDemography, saveGuarantor, saveInsurance].map(({ path }) => `/api${path}`);

/** Opens a dialog. Returns what the page sends to save it. */
function open(dialog: ReactNode) {
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: { body?: string } = {}) => {
    if (saves.includes(url)) saved.push(JSON.parse(init.body ?? 'null'));
    return Response.json({ wasSuccessful: true, version: 4, patientCoverageId: 9, plans: [plan] });
  });
  const user = renderComponent(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>);
  const save = async () => {
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(saved).toHaveLength(1));
    return saved[0];
  };
  const enter = (label: string, text: string) => {
    fill(screen.getByLabelText(label), text);
    leave(screen.getByLabelText(label));
  };
  const choose = async (label: string, option: string | RegExp) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { user, save, enter, choose };
}
afterEach(() => vi.unstubAllGlobals());

const close = () => undefined;
const tooLong = 'x'.repeat(101);

test('unticking "Deceased" removes the date of death as well, even a wrong one', async () => {
  const { user, save, enter } = open(<DemographyDialog patient={patient} onClose={close} />);
  enter('Date of death', '1/1/1900');
  await screen.findByText('Date of death cannot be before the date of birth');
  await user.click(screen.getByLabelText('Deceased'));
  expect(await save()).toMatchObject({ isDeceased: false, deceasedOn: null });
});

test('a relationship from the list replaces one in words, even a wrong one', async () => {
  const { save, enter, choose } = open(<GuarantorDialog patient={patient} onClose={close} />);
  enter('First name *', 'Ada');
  enter('Last name *', 'Winthrop');
  enter('Relationship, if not in the list', tooLong);
  await screen.findByText('This cannot exceed 100 characters');
  await choose('Relationship', 'Spouse');
  expect(await save()).toMatchObject({ relationshipCode: 2, relationship: null });
});

test('a plan from the list replaces the name of a payer, even a wrong one', async () => {
  const { save, enter, choose } = open(<InsuranceDialog patient={patient} onClose={close} />);
  enter('Payer, if the plan is not in the list', tooLong);
  await screen.findByText('Payer cannot exceed 100 characters');
  await choose('Plan', /^Harbor Health, Choice Plus/);
  expect(await save()).toMatchObject({ insurancePlanId: 5, payerName: null });
});
