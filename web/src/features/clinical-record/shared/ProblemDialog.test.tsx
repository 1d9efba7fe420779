import { findClinicalCodes } from '@careloop/contracts/clinical-record/codes';
import { saveProblem } from '@careloop/contracts/clinical-record/editing';
import { partialDayTexts } from '@careloop/contracts/fields/partialDay';
import { getPatientInfo, type StatedCondition } from '@careloop/contracts/patients';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clickEnabled, fill } from '../../../../test/components.tsx';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../../test/server.ts';
import { patient, signIn } from '../../../../test/signedIn.tsx';
import { ProblemDialog } from './ProblemDialog.tsx';

const gout: StatedCondition = {
  patientConditionId: 8,
  description: 'Gout',
  code: null,
  codeSystem: null,
  clinicalStatus: 'resolved',
  isCurrent: false,
  onsetDate: '2011',
  onsetText: null,
  abatementDate: '2012-03',
  note: null,
  statedBy: null,
  sourceSystem: 'Harbor EHR',
  enteredByName: null,
  document: null,
  isEnteredInError: false,
  version: 2,
};

beforeEach(() => signIn());

test('the dates of a problem stay as exact as they are, and may be a month or a year', async () => {
  const calls = serve(
    answer(getPatientInfo, patient),
    answer(findClinicalCodes, { codes: [], loaded: [] }),
    answer(saveProblem, { patientConditionId: 8, version: 3 }),
  );
  const { user } = renderDialog(<ProblemDialog patientId={1} problem={gout} onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog'));
  const box = (name: string) => dialog.getByRole('textbox', { name });
  expect(box('Onset')).toHaveValue('2011');
  expect(box('Resolved')).toHaveValue('3/2012');
  fill(box('Resolved'), 'in spring');
  await clickEnabled(user, dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(partialDayTexts.invalid)).toBeVisible();
  fill(box('Resolved'), '4/2012');
  await clickEnabled(user, dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputsOf(calls, saveProblem)).toMatchObject([{ startDate: '2011', endDate: '2012-04', version: 2 }]),
  );
});
