import { noDistanceText } from '@careloop/contracts/directory';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provider, renderSignedIn } from '../../../../test/signedIn.tsx';
import { ProviderPicker } from './ProviderPicker.tsx';

/** Opens the search, which finds a provider at each of these distances. */
function open(distances: (number | null)[]): void {
  const items = distances.map((distance, index) => ({ ...provider, healthcareProviderId: index + 1, distance }));
  renderSignedIn(<ProviderPicker patientId={1} value={null} onChange={() => undefined} />, [], items);
}

test('the providers found are said to be nearest first', async () => {
  open([0.5, 2, null]);
  expect(await screen.findByText('3 found, nearest first')).toBeVisible();
});

test('without a position of the patient, there is no distance to sort by', async () => {
  open([null, null]);
  expect(await screen.findByText(`${noDistanceText(true)} 2 found`)).toBeVisible();
});
