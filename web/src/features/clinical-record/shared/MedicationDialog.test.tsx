import { listMedications, type Medication } from '@careloop/contracts/clinical-record';
import { findClinicalCodes, type ClinicalCode } from '@careloop/contracts/clinical-record/codes';
import { editingTexts, saveMedication } from '@careloop/contracts/clinical-record/editing';
import { getPatientInfo } from '@careloop/contracts/patients';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clickEnabled, fill } from '../../../../test/components.tsx';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve, type Answered } from '../../../../test/server.ts';
import { patient, signIn } from '../../../../test/signedIn.tsx';
import { MedicationDialog } from './MedicationDialog.tsx';

const metformin: Medication = {
  patientMedicationId: 5,
  description: 'Metformin 500 mg tablet',
  code: '861007',
  codeSystem: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  isNoneKnown: false,
  status: 'active',
  kind: 'order',
  dosage: null,
  route: null,
  quantity: '60 tablets',
  reason: null,
  statusReason: null,
  note: null,
  startDate: '2024-03',
  endDate: null,
  statedDate: null,
  isDisputed: false,
  statedBy: 'Linh Nguyen, MD',
  sourceSystem: null,
  enteredByName: null,
  document: null,
  isEnteredInError: false,
  version: 3,
};

beforeEach(() => signIn());

async function open(medication?: Medication, ...answers: Answered[]) {
  const calls = serve(
    ...answers,
    answer(getPatientInfo, patient),
    answer(findClinicalCodes, { codes: [], loaded: [] }),
    answer(saveMedication, { patientMedicationId: 5, version: 4 }),
  );
  const onClose = vi.fn<() => void>();
  const { user } = renderDialog(<MedicationDialog patientId={1} medication={medication} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog'));
  const box = (name: string) => dialog.getByRole('textbox', { name });
  const save = () => clickEnabled(user, dialog.getByRole('button', { name: 'Save' }));
  return { user, calls, dialog, box, save, onClose };
}

test('a medication is added as text; its name is required, and it cannot end before it starts', async () => {
  const { calls, dialog, box, save, onClose } = await open();
  expect(await dialog.findByText('OKAFOR, Grace')).toBeVisible();
  await save();
  expect(await dialog.findByText(editingTexts.medicationRequired)).toBeVisible();
  fill(box('Medication'), 'Warfarin 5 mg tablet');
  fill(box('From'), '3/2024');
  fill(box('To'), '2023');
  await save();
  expect(await dialog.findByText(editingTexts.endBeforeStart)).toBeVisible();
  fill(box('To'), '2025');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, saveMedication)).toMatchObject([
    { patientId: 1, description: 'Warfarin 5 mg tablet', code: null, startDate: '2024-03', endDate: '2025' },
  ]);
});

test('a code stays with the name that its source stated, and is dropped with another name', async () => {
  const { calls, box, save, onClose } = await open(metformin);
  expect(box('From')).toHaveValue('3/2024');
  fill(box('Dosage and how it is taken'), 'Twice daily with meals');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  fill(box('Medication'), 'Metformin 1,000 mg tablet');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(inputsOf(calls, saveMedication)).toMatchObject([
    { patientMedicationId: 5, version: 3, code: '861007', dosage: 'Twice daily with meals', quantity: '60 tablets' },
    { description: 'Metformin 1,000 mg tablet', code: null, codeSystem: null },
  ]);
});

test('what somebody else changed meanwhile is shown, and nothing typed is lost', async () => {
  const theirs = { ...metformin, dosage: 'Once daily', version: 4 };
  const { dialog, box, save, onClose } = await open(
    metformin,
    answer(
      saveMedication,
      () =>
        refusal('stale_version', {
          current: { version: 4, changedByUserId: 2, changedBy: 'Ada Ames' } as never,
        }) as never,
    ),
    answer(listMedications, { items: [theirs], totalItemCount: 1, isCut: false, can: { edit: true } }),
  );
  fill(box('Note'), 'Ask about kidney function');
  await save();
  expect(await dialog.findByText('Ada Ames saved changes while you were editing')).toBeVisible();
  expect(box('Dosage and how it is taken')).toHaveValue('Once daily');
  expect(box('Note')).toHaveValue('Ask about kidney function');
  expect(onClose).not.toHaveBeenCalled();
});

const warfarin: ClinicalCode = {
  code: '855332',
  codeSystem: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  description: 'warfarin sodium 5 MG Oral Tablet',
};

test('a medication is chosen from the codes that are loaded, and loses its code when it is renamed', async () => {
  const { user, calls, dialog, box, save, onClose } = await open(
    undefined,
    answer(findClinicalCodes, { codes: [warfarin], loaded: ['RxNorm'] }),
  );
  const choose = async () => {
    await user.type(await dialog.findByRole('combobox', { name: 'Find a medication' }), 'warf');
    await user.click(await screen.findByRole('option', { name: /^warfarin sodium 5 MG Oral Tablet\s+RxNorm 855332$/ }));
  };
  await choose();
  expect(box('Medication')).toHaveValue(warfarin.description);
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  fill(box('Medication'), 'Warfarin');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(inputsOf(calls, saveMedication)).toMatchObject([warfarin, { description: 'Warfarin', code: null }]);
});

test('without loaded codes, nothing offers to search them', async () => {
  const { dialog } = await open();
  await dialog.findByText('OKAFOR, Grace');
  expect(dialog.queryByRole('combobox', { name: 'Find a medication' })).toBeNull();
});
