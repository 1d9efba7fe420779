import { getReferralProtocol, protocolTexts, type AskedProtocol } from '@careloop/contracts/referrals/protocols';
import { getReferralSuggestions } from '@careloop/contracts/referrals/suggestions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { beforeEach, expect, test } from 'vitest';
import { fill, renderComponent } from '../../../../test/components.tsx';
import { answer, serve } from '../../../../test/server.ts';
import { patient, provider, signIn } from '../../../../test/signedIn.tsx';
import { invalidate } from '../../../api/query.ts';
import type { Session } from '../../../session/session.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { AskedDocuments } from './AskedDocuments.tsx';
import { ProtocolNote } from './ProtocolNote.tsx';
import { ProtocolQuestions } from './ProtocolQuestions.tsx';
import { useProtocol } from './useProtocol.ts';
import { useSuggestions } from './useSuggestions.ts';
import { draftContent, draftValues, wizardForm, type WizardFormReturn, type WizardValues } from './wizardForm.ts';
import { protocolInput, wizardDefaults } from './wizardInput.ts';

const note = { patientDocumentId: 41, documentName: 'Office note', dateProvided: '2026-10-02T15:00:00Z' };
const asked: AskedProtocol = {
  referralProtocolId: 7,
  version: 1,
  name: 'Heart',
  specialtyName: 'Cardiology',
  text: 'Send the last ECG.',
  questions: [
    { name: 'symptoms', label: 'Symptoms', type: 'text', isRequired: true, options: [] },
    { name: 'weight', label: 'Weight', type: 'text', isRequired: false, options: [] },
  ],
  documents: [
    {
      name: 'note',
      label: 'A note',
      documentTypeIds: [1],
      nameContains: null,
      withinMonths: null,
      isRequired: true,
      onFile: [note],
    },
    {
      name: 'a1c',
      label: 'HbA1c',
      documentTypeIds: [2],
      nameContains: null,
      withinMonths: 6,
      isRequired: true,
      onFile: [],
    },
  ],
  needsAuthorizationCode: false,
  urgencyDays: 7,
};
const nothing = { referredBy: null, diagnoses: [], specialties: [], referralCount: 0, records: [] };

const session = { user: {}, features: new Set() } as unknown as Session;
const blank = wizardDefaults(patient, [], session);
const toCardiology = { ...provider, healthcareProviderSpecialtyId: 2, specialty: 'Cardiology' };
const chosen: WizardValues = {
  ...blank,
  chooseProvider: { ...blank.chooseProvider, referralType: 'provider', healthcareProvider: toCardiology },
};

let form: WizardFormReturn;
let client: QueryClient;
beforeEach(() => {
  signIn({});
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

/** The parts of the wizard that show a protocol, in one page. */
function Parts({ values }: { values: WizardValues }): ReactNode {
  const wizard = useSchemaForm(wizardForm, values);
  const protocol = useProtocol(wizard, 1);
  useSuggestions(wizard, 1, protocol.asked);
  useLayoutEffect(() => {
    form = wizard;
  });
  return (
    <FormProvider {...wizard}>
      {protocol.asked != null && <ProtocolNote asked={protocol.asked} />}
      <ProtocolQuestions patientId={1} protocol={protocol} />
      {protocol.asked != null && <AskedDocuments name={protocol.asked.name} documents={protocol.asked.documents} />}
    </FormProvider>
  );
}

function open(values: WizardValues, protocolOf: () => AskedProtocol | null) {
  serve(
    answer(getReferralProtocol, () => ({ protocol: protocolOf() })),
    answer(getReferralSuggestions, () => nothing),
  );
  return renderComponent(
    <QueryClientProvider client={client}>
      <Parts values={values} />
    </QueryClientProvider>,
  );
}

const problems = () => {
  const issues = wizardForm.safeParse(form.getValues()).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
};

test('what is on file is attached, the urgency suggested, and what is missing said until it is answered', async () => {
  const user = open(chosen, () => asked);
  const status = await screen.findByText(/1 question is open · HbA1c of the last 6 months: none on file/);
  expect(status).toBeVisible();
  const documents = within(screen.getByRole('region', { name: 'Documents asked for by Heart' }));
  await waitFor(() => expect(documents.getByText(/attached: Office note/)).toBeVisible());
  expect(form.getValues('referralReason.urgencyDays')).toBe(7);
  expect(problems()).toMatchObject({
    'referralReason.protocol.answers.symptoms': protocolTexts.answerRequired('Symptoms'),
    'charts.missing.a1c': protocolTexts.missing('HbA1c of the last 6 months'),
  });
  expect(screen.getByText('Send the last ECG.')).toBeVisible();

  fill(screen.getByRole('textbox', { name: 'Symptoms' }), 'Pain on stairs');
  fill(documents.getByRole('textbox', { name: 'Why HbA1c is missing' }), 'Drawn today');
  expect(problems()).not.toHaveProperty('referralReason.protocol.answers.symptoms');
  expect(problems()).not.toHaveProperty('charts.missing.a1c');
  expect(protocolInput(form.getValues() as never)).toEqual({
    referralProtocolId: 7,
    version: 1,
    answers: { symptoms: 'Pain on stairs', weight: null },
    missing: { a1c: 'Drawn today' },
    authorizationReason: '',
  });

  // Taken out of the selection, it is offered again, and missing until then.
  form.setValue('charts.selectedCharts', []);
  await user.click(await documents.findByRole('button', { name: 'Attach Office note' }));
  expect(form.getValues('charts.selectedCharts')).toMatchObject([{ patientDocumentId: 41 }]);
});

test('a version that was saved meanwhile keeps the answers that still fit, and shows the others', async () => {
  let now: AskedProtocol | null = asked;
  open(chosen, () => now);
  fill(await screen.findByRole('textbox', { name: 'Symptoms' }), 'Pain on stairs');
  fill(screen.getByRole('textbox', { name: 'Weight' }), '180 lb');
  now = { ...asked, version: 2, questions: asked.questions.slice(0, 1) };
  await invalidate(client, getReferralProtocol);
  expect(await screen.findByText('“Heart” has changed since you answered it')).toBeVisible();
  expect(screen.getByText('Weight: 180 lb')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Symptoms' })).toHaveValue('Pain on stairs');
  expect(form.getValues('referralReason.protocol.seen')).toMatchObject({ version: 2 });

  now = null;
  await invalidate(client, getReferralProtocol);
  expect(await screen.findByText('This specialty no longer asks for anything')).toBeVisible();
  expect(screen.getByText('Symptoms: Pain on stairs')).toBeVisible();
});

test('a draft keeps answers and reasons, and says so if the protocol has changed since', async () => {
  open(chosen, () => asked);
  fill(await screen.findByRole('textbox', { name: 'Symptoms' }), 'Pain on stairs');
  fill(screen.getByRole('textbox', { name: 'Why HbA1c is missing' }), 'Drawn today');
  const content = draftContent(form.getValues(), 1);
  expect(content.referralReason.protocol).toMatchObject({ referralProtocolId: 7, version: 1 });
  const continued = draftValues(content);
  client.clear();
  open(continued, () => ({ ...asked, version: 3 }));
  expect(await screen.findByText('“Heart” has changed since you answered it')).toBeVisible();
  expect(screen.getAllByRole('textbox', { name: 'Symptoms' }).at(-1)).toHaveValue('Pain on stairs');
  expect(form.getValues('charts.missing')).toEqual({ a1c: 'Drawn today' });
});

test('answers stay with their protocol when another provider is chosen and the first one again', async () => {
  serve(
    answer(getReferralProtocol, ({ healthcareProviderSpecialtyId: id }) => ({
      protocol: id === '2' ? asked : { ...asked, referralProtocolId: 8, name: 'Lungs' },
    })),
    answer(getReferralSuggestions, () => nothing),
  );
  renderComponent(
    <QueryClientProvider client={client}>
      <Parts values={chosen} />
    </QueryClientProvider>,
  );
  fill(await screen.findByRole('textbox', { name: 'Symptoms' }), 'Pain on stairs');
  const choose = (healthcareProviderSpecialtyId: number) =>
    form.setValue('chooseProvider.healthcareProvider', { ...toCardiology, healthcareProviderSpecialtyId });
  choose(3);
  await screen.findByRole('region', { name: 'Asked by Lungs' });
  expect(screen.getByRole('textbox', { name: 'Symptoms' })).toHaveValue('');
  choose(2);
  await screen.findByRole('region', { name: 'Asked by Heart' });
  expect(screen.getByRole('textbox', { name: 'Symptoms' })).toHaveValue('Pain on stairs');
});
