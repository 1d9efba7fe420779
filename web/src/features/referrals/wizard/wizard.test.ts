import type { Consultation } from '@careloop/contracts/consultations';
import { referralTexts } from '@careloop/contracts/referrals';
import { describe, expect, it, onTestFinished } from 'vitest';
import { actFor } from '../../../api/actingFor.ts';
import { placeErrors } from '../../../components/useWizardErrors.ts';
import type { Session } from '../../../session/session.ts';
import { unmatchedText } from '../../../ui/useTypedChoice.ts';
import { askedProvider } from './followUp.ts';
import { draftContent, stepParts, wizardForm, type WizardValues } from './wizardForm.ts';
import { places, referralInput, referrersOf } from './wizardInput.ts';

const provider = {
  healthcareProviderId: 11,
  userId: 2,
  fullName: 'Patel, Anjali',
  degree: 'MD',
  gender: null,
  specialty: 'Cardiology',
  healthcareProviderSpecialtyId: 2,
  organizationName: null,
  npiNumber: null,
  acceptsNewPatients: true,
  address: null,
  distance: 1.2,
};
const values: WizardValues = {
  chooseProvider: {
    referralType: 'provider',
    healthcareProvider: provider,
    healthcareProviderSpecialty: null,
    referredBy: { healthcareProviderId: 3, name: 'Nguyen, Linh' },
    notPreferredReason: null,
    notPreferredAdditionalInfo: '',
    providerSelectionReason: null,
    recordScope: null,
  },
  referralReason: {
    referralReason: ' Palpitations ',
    urgencyDays: 7,
    diagnosis: { codedConceptId: 9, code: 'R00.2', description: 'Palpitations' },
    additionalInfo: '',
    authorizationCode: '',
  },
  verifyContactInfo: { caregiverName: '', cellPhone: '(508) 555-0142', givenSmsConsent: true },
  charts: {
    selectedCharts: [
      { associationType: 3 as const, patientDocumentId: 5 },
      { associationType: 5 as const, patientId: 1 },
    ],
  },
};

function problemsOf(over: Partial<WizardValues>): Record<string, string> {
  const result = wizardForm.safeParse({ ...values, ...over });
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

describe('validation of the wizard', () => {
  it('requires a recipient and a referring provider in step 1', () => {
    const nobody = {
      referralType: null,
      healthcareProvider: null,
      healthcareProviderSpecialty: null,
      referredBy: null,
      notPreferredReason: null,
      notPreferredAdditionalInfo: '',
      providerSelectionReason: null,
    };
    expect(problemsOf({ chooseProvider: nobody })).toEqual({
      'chooseProvider.referralType': referralTexts.chooseOne,
      'chooseProvider.referredBy': referralTexts.behalfRequired,
    });
    expect(problemsOf({ chooseProvider: { ...values.chooseProvider, healthcareProvider: null } })).toEqual({
      'chooseProvider.healthcareProvider': referralTexts.providerRequired,
    });
    expect(problemsOf({ chooseProvider: { ...values.chooseProvider, referralType: 'specialty' } })).toEqual({
      'chooseProvider.healthcareProviderSpecialty': referralTexts.specialtyRequired,
    });
  });

  it('refuses text that selected neither a referring provider nor a specialty, and drafts do not keep it', () => {
    const typed = { ...values.chooseProvider, referredByTyped: 'Smith', specialtyTyped: 'Cardio' };
    expect(problemsOf({ chooseProvider: typed })).toEqual({
      'chooseProvider.referredBy': unmatchedText('Smith'),
      'chooseProvider.healthcareProviderSpecialty': unmatchedText('Cardio'),
    });
    const { chooseProvider } = draftContent({ ...values, chooseProvider: typed }, 0);
    expect(chooseProvider).toEqual(values.chooseProvider);
  });

  it('requires reason and urgency in step 2, with the texts of the contract', () => {
    const reason = { ...values.referralReason, referralReason: '', urgencyDays: null, additionalInfo: 'x'.repeat(251) };
    expect(problemsOf({ referralReason: reason })).toEqual({
      'referralReason.referralReason': referralTexts.reasonRequired,
      'referralReason.urgencyDays': referralTexts.urgencyRequired,
      'referralReason.additionalInfo': referralTexts.additionalInfoTooLong,
    });
  });

  it('requires a phone with consent in step 3, even while another step is invalid', () => {
    const contact = { caregiverName: '', cellPhone: '', givenSmsConsent: true };
    const reason = { ...values.referralReason, referralReason: '' };
    expect(problemsOf({ verifyContactInfo: contact, referralReason: reason })).toEqual({
      'referralReason.referralReason': referralTexts.reasonRequired,
      'verifyContactInfo.cellPhone': referralTexts.consentPhoneRequired,
    });
  });
});

describe('referralInput', () => {
  it('sends digits, trimmed texts and ids, and nothing of the recipient kind not chosen', () => {
    expect(referralInput(wizardForm.parse(values))).toEqual({
      healthcareProviderId: 11,
      requiresUser: true,
      healthcareProviderAddressId: undefined,
      healthcareProviderSpecialtyId: null,
      referredByHealthcareProviderId: 3,
      providerSelectionReason: null,
      referralType: 1,
      referralReason: 'Palpitations',
      urgencyDays: 7,
      diagnosisCodedConceptId: 9,
      additionalInfo: null,
      authorizationCode: null,
      caregiverName: null,
      cellPhone: '5085550142',
      givenSmsConsent: true,
      patientCharts: [
        { associationType: 3, patientDocumentId: 5 },
        { associationType: 5, patientId: 1 },
      ],
    });
  });
});

describe('placeErrors', () => {
  it('finds the first step with an error, and keeps errors that belong to none', () => {
    const errors = { cellPhone: 'no', patientCharts: 'gone', requiresUser: 'left', '': 'general' };
    const { placed, others } = placeErrors(errors, { places, parts: stepParts });
    expect(placed.map(({ path, step }) => [path, step])).toEqual([
      ['chooseProvider.healthcareProvider', 0],
      ['verifyContactInfo.cellPhone', 2],
      ['charts.selectedCharts', 3],
    ]);
    expect(others).toEqual(['general']);
  });
});

describe('referrersOf', () => {
  const user = { healthcareProvider: { healthcareProviderId: 1, fullName: 'Own, Me' } } as Session['user'];
  const other = (healthcareProviderId: number | null) => ({
    userId: 5,
    healthcareProviderId,
    firstName: 'Linh',
    lastName: 'Nguyen',
    specialty: null,
    addressInfos: [],
    unreadMessageCount: null,
  });

  it("lists the user's own record first and once, and only providers", () => {
    expect(referrersOf(user, [other(1), other(null), other(4)])).toEqual([
      { healthcareProviderId: 1, name: 'Own, Me' },
      { healthcareProviderId: 4, name: 'Nguyen, Linh' },
    ]);
  });

  it('lists only the person the user acts for', () => {
    onTestFinished(() => {
      actFor(undefined);
    });
    actFor(5);
    expect(referrersOf(user, [other(4)])).toEqual([{ healthcareProviderId: 4, name: 'Nguyen, Linh' }]);
  });
});

it.each([
  ['accepted', 7, 7],
  ['declined', 7, undefined],
  ['cancelled', 7, undefined],
  ['accepted', null, undefined],
] as const)('a consultation that is %s, asked of provider %s, opens with provider %s', (status, asked, chosen) => {
  const consultation = { status, healthcareProviderId: asked, notPreferredReason: null } as Partial<Consultation>;
  expect(askedProvider(consultation as Consultation)?.healthcareProviderId).toBe(chosen);
});
