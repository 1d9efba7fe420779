import type { Allergy } from '@careloop/contracts/clinical-record';
import { findClinicalCodes } from '@careloop/contracts/clinical-record/codes';
import { editingTexts, saveAllergy } from '@careloop/contracts/clinical-record/editing';
import { getPatientInfo } from '@careloop/contracts/patients';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clickEnabled, fill } from '../../../../test/components.tsx';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../../test/server.ts';
import { patient, signIn } from '../../../../test/signedIn.tsx';
import { penicillin } from '../../../../test/allergies.ts';
import { AllergyDialog } from './AllergyDialog.tsx';

beforeEach(() => signIn());

async function open(allergy?: Allergy) {
  const calls = serve(
    answer(getPatientInfo, patient),
    answer(findClinicalCodes, { codes: [], loaded: [] }),
    answer(saveAllergy, { patientAllergyId: 6, version: 3 }),
  );
  const onClose = vi.fn<() => void>();
  const { user } = renderDialog(<AllergyDialog patientId={1} allergy={allergy} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog'));
  const box = (name: string) => dialog.getByRole('textbox', { name });
  const save = () => clickEnabled(user, dialog.getByRole('button', { name: 'Save' }));
  return { user, calls, dialog, box, save, onClose };
}

test('an allergy is added with its reactions, one per line, and what is not chosen is not stated', async () => {
  const { user, calls, dialog, box, save, onClose } = await open();
  await save();
  expect(await dialog.findByText(editingTexts.allergyRequired)).toBeVisible();
  fill(box('Substance'), 'Latex');
  fill(box('Reactions'), 'Hives\nWheezing\n');
  await user.click(dialog.getByRole('combobox', { name: 'Severity of the worst reaction' }));
  await user.click(await screen.findByRole('option', { name: 'Severe' }));
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, saveAllergy)).toMatchObject([
    {
      patientId: 1,
      description: 'Latex',
      reactions: ['Hives', 'Wheezing'],
      severity: 'severe',
      criticality: null,
      kind: null,
      category: null,
      status: 'active',
    },
  ]);
});

test('editing shows what is on file and names the version it is based on', async () => {
  const { calls, box, save, onClose } = await open(penicillin);
  expect(box('Reactions')).toHaveValue('Hives');
  expect(box('Since')).toHaveValue('1998');
  fill(box('Note'), 'Tolerates cephalexin');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, saveAllergy)).toMatchObject([
    { patientAllergyId: 6, version: 2, code: '7980', criticality: 'high', note: 'Tolerates cephalexin' },
  ]);
});
