import {
  faxNumberTexts,
  listAreaCodes,
  listFaxNumbers,
  provisionFaxNumber,
  type FacilityFaxNumber,
} from '@careloop/contracts/administration/faxNumbers';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../test/server.ts';
import { FacilityFaxNumbers } from './FacilityFaxNumbers.tsx';

const requested: FacilityFaxNumber = {
  facilityFaxNumberId: 1,
  facilityId: 5,
  faxNumber: null,
  areaCode: '508',
  status: 'requested',
  error: null,
  requestedAt: '2026-01-02T15:00:00Z',
  requestedByName: 'Margaret Doyle',
};

/** Opens a facility; a requested number arrives with the next read of the list. */
function open(arrived: Partial<FacilityFaxNumber>) {
  let items: FacilityFaxNumber[] = [];
  const calls = serve(
    answer(listAreaCodes, { isConnected: true, areaCodes: ['508', '617'] }),
    answer(listFaxNumbers, () => {
      const shown = items;
      items = items.map((one) => ({ ...one, ...arrived }));
      return { items: shown };
    }),
    answer(provisionFaxNumber, () => {
      items = [requested];
      return { facilityFaxNumberId: 1 } as never;
    }),
  );
  return { calls, ...renderDialog(<FacilityFaxNumbers facilityId={5} />) };
}

async function request(user: ReturnType<typeof open>['user']): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: 'Area code' }));
  await user.click(await screen.findByRole('option', { name: '508' }));
  await user.click(screen.getByRole('button', { name: 'Request new fax number' }));
}

test('a number is requested for an area code, and shown once it is rented', async () => {
  const { user, calls } = open({ faxNumber: '5085550142', status: 'active' });
  await request(user);
  expect(await screen.findByText(faxNumberTexts.requested)).toBeVisible();
  expect(await screen.findByText('(508) 555-0142')).toBeVisible();
  expect(screen.getByText(/by Margaret Doyle$/)).toBeVisible();
  expect(inputsOf(calls, provisionFaxNumber)).toEqual([{ facilityId: 5, areaCode: '508' }]);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Area code' })).toHaveValue(''));
});

test('a number that could not be rented says why', async () => {
  const { user } = open({ status: 'failed', error: 'No number is free in this area.' });
  await request(user);
  expect(await screen.findByText('No number is free in this area.')).toBeVisible();
  expect(screen.getByText('Area code 508')).toBeVisible();
});

test('a request that is refused says why', async () => {
  serve(
    answer(listAreaCodes, { isConnected: true, areaCodes: ['508'] }),
    answer(listFaxNumbers, { items: [] }),
    answer(provisionFaxNumber, () =>
      refusal('invalid_input', { validationErrors: { areaCode: 'Choose another area code.' } }),
    ),
  );
  const { user } = renderDialog(<FacilityFaxNumbers facilityId={5} />);
  await request(user);
  expect(await screen.findByText('Choose another area code.')).toBeVisible();
});
