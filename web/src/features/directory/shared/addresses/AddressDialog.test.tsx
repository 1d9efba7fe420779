import {
  addressDialogTexts,
  getProviderAddress,
  getProviderAddresses,
  getStandardizedAddresses,
  type ProviderAddressDetail,
} from '@careloop/contracts/directory/addresses';
import { saveProviderAddress } from '@careloop/contracts/directory/changes';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clickEnabled, fill } from '../../../../../test/components.tsx';
import { renderDialog } from '../../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../../test/server.ts';
import { AddressDialog } from './AddressDialog.tsx';

const address: ProviderAddressDetail = {
  healthcareProviderAddressInfoId: 8,
  healthcareProviderId: 2,
  addressId: 5,
  addressLabel: 'Walk-in clinic',
  address1: '7 N Quince St',
  address2: null,
  city: 'Worcester',
  state: 'MA',
  zipcode: '01609',
  officePhone: null,
  faxNumber: null,
  locationCode: null,
  isShared: true,
  totalProviders: 2,
  isArchived: false,
  version: 1,
  can: { edit: true, changePlace: true },
};

test('a change of a shared address is for one provider, and is kept after somebody else saved first', async () => {
  const { faxNumber: fax, ...rest } = address;
  const newer = { ...rest, fax, locationCode: 'C-12', version: 2 };
  const calls = serve(
    answer(getProviderAddress, { address }),
    answer(getStandardizedAddresses, { standardizedAddresses: [], isZipKnown: true }),
    answer(getProviderAddresses, { addresses: [newer], can: { edit: true, changePlace: true } }),
    answer(saveProviderAddress, ({ version }) =>
      version === 2
        ? ({ version: 3 } as never)
        : refusal('stale_version', { current: { version: 2, changedByUserId: 2, changedBy: 'Ada Ames' } as never }),
    ),
  );
  const onClose = vi.fn<() => void>();
  const ids = { addressId: 5, healthcareProviderAddressInfoId: 8 };
  const provider = { healthcareProviderId: 2, fullName: 'Nguyen, Linh' };
  const { user } = renderDialog(<AddressDialog provider={provider} ids={ids} onClose={onClose} />);
  await screen.findByRole('checkbox', { name: 'Save for this provider only' });
  const dialog = within(screen.getByRole('dialog', { name: addressDialogTexts.edit }));
  expect(dialog.getByRole('checkbox', { name: 'Save for this provider only' })).toBeChecked();
  fill(dialog.getByLabelText('Address 2'), 'Ste 9');
  await clickEnabled(user, dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Ada Ames saved changes while you were editing')).toBeVisible();
  await waitFor(() => expect(dialog.getByLabelText('Clinic code')).toHaveValue('C-12'));
  await clickEnabled(user, dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, saveProviderAddress).at(-1)).toMatchObject({
    healthcareProviderId: 2,
    healthcareProviderAddressInfoId: 8,
    version: 2,
    address2: 'Ste 9',
    locationCode: 'C-12',
    saveLocally: true,
  });
});

test('an address that cannot be edited is shown with its fields locked', async () => {
  const reason = 'Only an administrator can edit it.';
  serve(
    answer(getProviderAddress, { address: { ...address, can: { ...address.can, edit: reason } } }),
    answer(getStandardizedAddresses, { standardizedAddresses: [], isZipKnown: true }),
  );
  const ids = { addressId: 5, healthcareProviderAddressInfoId: 8 };
  const provider = { healthcareProviderId: 2, fullName: 'Nguyen, Linh' };
  renderDialog(<AddressDialog provider={provider} ids={ids} onClose={vi.fn<() => void>()} />);
  expect(await screen.findByText(reason)).toBeVisible();
  const dialog = within(screen.getByRole('dialog', { name: addressDialogTexts.edit }));
  expect(dialog.getByLabelText('Address 2')).toBeDisabled();
});
