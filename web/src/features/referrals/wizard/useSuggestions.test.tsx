import { getReferralSuggestions, type ReferralSuggestions } from '@careloop/contracts/referrals/suggestions';
import { screen, within } from '@testing-library/react';
import { FormProvider } from 'react-hook-form';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { patient, renderSignedIn } from '../../../../test/signedIn.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import type { Session } from '../../../session/session.ts';
import { SuggestedStart } from './SuggestedStart.tsx';
import { useSuggestions } from './useSuggestions.ts';
import { wizardForm } from './wizardForm.ts';
import { wizardDefaults } from './wizardInput.ts';

const coronary = { codedConceptId: 5, code: 'I25.10', description: 'Coronary artery disease' };
const diabetes = { codedConceptId: 6, code: 'E11.9', description: 'Type 2 diabetes' };
const found: ReferralSuggestions = {
  referredBy: null,
  diagnoses: [coronary, diabetes],
  specialties: [
    { healthcareProviderSpecialtyId: 2, name: 'Cardiology', referralCount: 11, urgencyDays: 7, urgencyCount: 9 },
  ],
  referralCount: 14,
  records: [
    { patientDocumentId: 41, pageCount: 3, reason: 'diagnosis' },
    { patientDocumentId: 42, pageCount: 1, reason: 'recent' },
  ],
};

/** Step 1 with suggestions; what is filled in is read from the page. */
function open(change: Partial<ReturnType<typeof wizardDefaults>['referralReason']> = {}) {
  const session = { user: {}, features: new Set() } as unknown as Session;
  const defaults = wizardDefaults(patient, [], session);
  function Step(): ReactNode {
    const form = useSchemaForm(wizardForm, { ...defaults, referralReason: { ...defaults.referralReason, ...change } });
    return (
      <FormProvider {...form}>
        <SuggestedStart patientId={1} suggestions={useSuggestions(form, 1)} />
      </FormProvider>
    );
  }
  return renderSignedIn(<Step />, [], [], found);
}

const filled = async () => within(await screen.findByLabelText('Filled in for this diagnosis'));

test('choosing a condition fills in reason, urgency and records, each with why', async () => {
  const { user, calls } = open();
  await user.click(await screen.findByLabelText('I25.10 Coronary artery disease'));
  const values = await filled();
  expect(values.getByText('Please evaluate and treat: Coronary artery disease (I25.10).')).toBeVisible();
  expect(values.getByText(/11 of 14 referrals here for I25 in 24 months/)).toBeVisible();
  expect(values.getByText(/chosen in 9 of these 11/).closest('li')).toHaveTextContent('Urgent, 7 days');
  expect(values.getByText(/1 of this diagnosis, 1 of the last 90 days/).closest('li')).toHaveTextContent(
    '2 documents, 4 pages',
  );
  expect(calls.filter((path) => path.includes(getReferralSuggestions.path)).at(-1)).toContain(
    'diagnosisCodedConceptId=5',
  );

  expect(screen.queryByLabelText('E11.9 Type 2 diabetes')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '1 other condition' }));
  await user.click(screen.getByLabelText('E11.9 Type 2 diabetes'));
  expect(await screen.findByText('Please evaluate and treat: Type 2 diabetes (E11.9).')).toBeVisible();
});

test('what the user has entered is kept', async () => {
  const { user } = open({ referralReason: 'Syncope on the stairs.', urgencyDays: 30 });
  await user.click(await screen.findByLabelText('I25.10 Coronary artery disease'));
  const values = await filled();
  expect(values.getByText('Syncope on the stairs.')).toBeVisible();
  expect(values.getByText(/Routine, 30 days/)).toBeVisible();
});

test('a diagnosis that the wizard was opened with fills in nothing', async () => {
  open({ diagnosis: coronary });
  const values = await filled();
  expect(values.getByText('Not written yet')).toBeVisible();
  expect(values.getByText('None selected')).toBeVisible();
});

test('a diagnosis beyond the problem list is not shown as part of it', async () => {
  const { user } = open({ diagnosis: { codedConceptId: 9, code: 'I20.9', description: 'Angina pectoris' } });
  const other = await screen.findByLabelText('I20.9 Angina pectoris');
  expect(other).toBeChecked();
  await user.click(await screen.findByRole('button', { name: '2 current conditions' }));
  const title = await screen.findByText('From the patient’s problem list');
  expect(other.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('another diagnosis is typed right after its button was pressed', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Another diagnosis' }));
  expect(screen.getByLabelText('Diagnosis', { selector: 'input' })).toHaveFocus();
});
