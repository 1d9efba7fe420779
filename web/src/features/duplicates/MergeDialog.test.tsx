import { duplicateTexts, type DuplicateDetail } from '@careloop/contracts/duplicates';
import { fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { routed } from '../../../test/routed.tsx';
import { patient, renderSignedIn } from '../../../test/signedIn.tsx';
import { MergeDialog } from './MergeDialog.tsx';

const ignore = () => undefined;
const compared = {
  patientDuplicateId: 1,
  status: 'open',
  version: 1,
  patients: ['Okafor', 'Lavoie'].map((lastName, index) => ({
    ...patient,
    patientId: index + 1,
    lastName,
    mrnSystem: null,
    version: 1,
  })),
} as unknown as DuplicateDetail;

/** The dialog over a comparison whose records can be changed by somebody else. */
function Compared(): ReactNode {
  const [pair, setPair] = useState(compared);
  const change = () => setPair({ ...pair, patients: pair.patients.map((one) => ({ ...one, version: 2 })) });
  return (
    <>
      <button onClick={change}>Change a record</button>
      <MergeDialog pair={pair} onDecided={ignore} onClose={ignore} />
    </>
  );
}

test('records that changed after they were compared cannot be merged', async () => {
  const { user } = renderSignedIn(routed(Compared).page);
  await user.click(await screen.findByRole('radio', { name: /OKAFOR/ }));
  expect(screen.getByRole('button', { name: 'Merge' })).toBeEnabled();
  fireEvent.click(screen.getByText('Change a record'));
  expect(screen.getByText(duplicateTexts.changed)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Merge' })).toBeDisabled();
});
