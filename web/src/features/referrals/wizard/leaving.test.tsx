import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { saveReferralDraft } from '@careloop/contracts/referrals/drafts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { patient, provider, renderSignedIn } from '../../../../test/signedIn.tsx';
import type { Session } from '../../../session/session.ts';
import { latestUnsaved } from '../../../ui/unsaved.ts';
import { EditSteps } from './EditSteps.tsx';
import { providerDefaults } from './followUp.ts';
import { ReferralSteps } from './ReferralSteps.tsx';
import { wizardDefaults } from './wizardInput.ts';

/** Opens a new referral, leaves it, and returns what it called. */
async function leave(found?: ProviderSearchItem) {
  const onClose = vi.fn<() => void>();
  const session = { user: {} } as unknown as Session;
  const defaults = providerDefaults(wizardDefaults(patient, [], session), found);
  const none = { previous: undefined, consultation: undefined, saved: null };
  const steps = { patient, referrers: [], defaults, onClose, onReload: () => undefined, onSent: () => undefined };
  const { user, calls } = renderSignedIn(<ReferralSteps {...none} {...steps} />);
  // Asked by a link and a reload.
  const guard = latestUnsaved();
  await user.click(screen.getByText('Exit / Cancel'));
  return { onClose, user, calls, guard };
}

test('leaving a referral to a provider selected in the search offers to keep it as a draft', async () => {
  const { onClose, user, calls, guard } = await leave(provider);
  expect(guard).toMatchObject({ title: referralTexts.exitTitle, message: referralTexts.exitNote });
  const question = within(await screen.findByRole('dialog', { name: referralTexts.exitTitle }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Keep draft' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.filter((path) => path.endsWith(saveReferralDraft.path))).toHaveLength(1);
});

test('leaving an empty referral does not ask', async () => {
  const { onClose, calls, guard } = await leave();
  expect(guard).toBeUndefined();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.filter((path) => path.endsWith(saveReferralDraft.path))).toHaveLength(0);
});

test('leaving a referral that is edited asks', async () => {
  const onClose = vi.fn<() => void>();
  const referral = {
    referralId: 1,
    version: 1,
    status: 'pending',
    healthcareProviderId: null,
    referredByHealthcareProvider: null,
    notPreferredReason: null,
    patient,
    patientCharts: [],
  } as unknown as Referral;
  const { user } = renderSignedIn(<EditSteps patient={patient} referrers={[]} referral={referral} onClose={onClose} />);
  expect(latestUnsaved()?.title).toBe(referralTexts.exitTitle);
  await user.click(screen.getByText('Exit / Cancel'));
  await user.click(await screen.findByRole('button', { name: 'Exit' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
