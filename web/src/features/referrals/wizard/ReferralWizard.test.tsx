import { getConsultation, type Consultation } from '@careloop/contracts/consultations';
import { getReferral, type Referral } from '@careloop/contracts/referrals';
import type { ReferralDraft } from '@careloop/contracts/referrals/drafts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { patient, provider, renderSignedIn } from '../../../../test/signedIn.tsx';
import type { Session } from '../../../session/session.ts';
import { providerDefaults } from './followUp.ts';
import { ReferralWizard, type ReferralWizardProps } from './ReferralWizard.tsx';
import { draftContent, type Follows } from './wizardForm.ts';
import { wizardDefaults } from './wizardInput.ts';

const previous = {
  protocol: null,
  referralId: 7,
  status: 'declined',
  referredToName: 'Patel, Anjali',
  dateCreated: '2026-03-04T15:00:00Z',
  patient,
  patientCharts: [],
  can: { referAgain: true },
} as unknown as Referral;
const consultation = { careCoordinatorRequestId: 8, requestedToName: 'Ng, Ada', can: { refer: true } } as Consultation;

/** Continues a stored draft that the wizard offers. */
async function continueDraft(follows: Follows, opened: Pick<ReferralWizardProps, 'previous' | 'consultation'>) {
  const session = { user: {}, features: new Set() } as unknown as Session;
  const values = providerDefaults(wizardDefaults(patient, [], session), provider);
  const draft: ReferralDraft = {
    content: draftContent(values, 0, follows),
    version: crypto.randomUUID(),
    savedAt: '2026-03-05T15:00:00Z',
  };
  const { user, calls } = renderSignedIn(
    <ReferralWizard patientId={1} {...opened} onClose={() => undefined} onSent={() => undefined} />,
    [],
    [],
    { ...patient, ...previous, users: [], draft },
  );
  const button = await screen.findByRole('button', { name: 'Continue draft' });
  const offer = screen.getByRole('dialog').textContent;
  await user.click(button);
  expect(await screen.findByText('Exit / Cancel')).toBeVisible();
  return { offer, calls };
}

test.each([
  ['referral that is sent again', { previous }, 'not linked to the referral you are sending again'],
  ['consultation', { consultation }, 'not linked to the consultation'],
] as const)('a draft does not take on the %s, and its offer says so', async (_, opened, note) => {
  const { offer, calls } = await continueDraft({}, opened);
  expect(offer).toContain(note);
  expect(screen.queryByText(/^Follows the/)).toBeNull();
  const followed = calls.filter((path) => path.includes(getReferral.path) || path.includes(getConsultation.path));
  expect(followed).toEqual([]);
});

test('a draft in which nothing was written does not interrupt a new referral', async () => {
  const session = { user: {}, features: new Set() } as unknown as Session;
  const draft: ReferralDraft = {
    content: draftContent(wizardDefaults(patient, [], session), 1, {}),
    version: crypto.randomUUID(),
    savedAt: '2026-03-05T15:00:00Z',
  };
  renderSignedIn(<ReferralWizard patientId={1} onClose={() => undefined} onSent={() => undefined} />, [], [], {
    ...patient,
    users: [],
    draft,
  });
  expect(await screen.findByRole('heading', { name: /Choose Provider or Specialty$/ })).toBeVisible();
});

test('a draft that follows the referral is offered without a note and keeps its link', async () => {
  const { offer } = await continueDraft({ previousReferralId: 7 }, { previous });
  expect(offer).not.toContain('not linked');
  expect(screen.getByText(/^Follows the referral to Patel, Anjali/)).toBeVisible();
});

test('a referral that is sent again starts with the colleague whom the provider who declined suggested', async () => {
  const suggestedProvider = {
    healthcareProviderId: 2,
    fullName: 'Nguyen, Linh',
    organizationName: null,
    officePhone: null,
  };
  const colleague = {
    ...provider,
    network: 'unknown',
    networkBasis: null,
    places: [],
    placeCount: 0,
    figures: null,
    declined: null,
  };
  renderSignedIn(
    <ReferralWizard
      patientId={1}
      previous={{ ...previous, suggestedProvider, referredByHealthcareProvider: null, diagnosis: null }}
      onClose={() => undefined}
      onSent={() => undefined}
    />,
    [],
    [{ ...colleague, acceptedPlans: [], outsideClientName: null, status: 'declined' }],
    { ...patient, users: [], draft: null, plans: [], figuresClientName: null, isOutside: false },
  );
  expect(await screen.findByRole('button', { name: 'Change provider' })).toBeVisible();
  expect(screen.getAllByText('Nguyen, Linh')).not.toEqual([]);
  expect(screen.getByText('Suggested by the provider who declined.')).toBeVisible();
});
