import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { expect, test } from 'vitest';
import { askableMembers, consultationInput, wizardDefaults, wizardForm, type WizardValues } from './wizardForm.ts';

const office = {
  addressLabel: null,
  address: { address1: '12 Main St', address2: null, city: 'Worcester', state: 'MA', zipcode: '01608' },
  officePhone: '5085550123',
  faxNumber: null,
};

const member = {
  userId: 2,
  healthcareProviderId: 20,
  firstName: 'Sean',
  lastName: 'Gallagher',
  specialty: 'Cardiology',
  officePhone: null,
  status: 'accepted',
  isActive: true,
  isPreferred: false,
  enforcePreferred: true,
  addressInfos: [
    { ...office, addressId: 30, isArchived: true },
    { ...office, addressId: 31, isArchived: false },
  ],
} as CareTeamMember;

function valuesFor(given: Partial<CareTeamMember>): WizardValues {
  const values = wizardDefaults(1, null);
  const [chosen = null] = askableMembers([{ ...member, ...given }], 1);
  return {
    ...values,
    chooseProvider: { ...values.chooseProvider, healthcareProviderSource: 'CareTeam', member: chosen },
  };
}

const problems = (values: WizardValues) =>
  wizardForm.safeParse(values).error?.issues.map(({ path, message }) => [path.at(-1), message]) ?? [];

test('a care team member who is not preferred requires a reason, and others send none', () => {
  const values = valuesFor({});
  expect(problems(values)).toEqual([['notPreferredReason', 'Reason is a required field']]);
  const directed = { ...values, chooseProvider: { ...values.chooseProvider, notPreferredReason: 3 as const } };
  expect(problems(directed)).toEqual([['notPreferredAdditionalInfo', 'Additional Info is a required field']]);
  const reasoned = { ...values, chooseProvider: { ...values.chooseProvider, notPreferredReason: 2 as const } };
  expect(consultationInput(wizardForm.parse(reasoned))).toMatchObject({
    requestedToUserId: 2,
    healthcareProviderId: 20,
    healthcareProviderAddressId: 31,
    notPreferredReason: 2,
  });
  const preferred = valuesFor({ isPreferred: true });
  expect(problems(preferred)).toEqual([]);
  expect(consultationInput(wizardForm.parse(preferred)).notPreferredReason).toBeUndefined();
});

test('only providers on the care team can be asked', () => {
  const team = [member, { ...member, userId: 3, healthcareProviderId: null }];
  expect(askableMembers(team, 1).map(({ userId }) => userId)).toEqual([2]);
});
