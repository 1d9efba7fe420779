import {
  addressDialogTexts,
  findAddresses,
  getProviderAddress,
  getProviderAddresses,
  getStandardizedAddresses,
  getSuggestedAddresses,
  saveProviderAddress,
} from '@careloop/contracts/directory/addresses';

import { authorize } from '../../../access/authorize.ts';
import { refused } from '../../../errors.ts';
import { coordinatesOfZip } from '../../../geography/zipCoordinates.ts';
import type { App } from '../../../http/app.ts';
import { route } from '../../../http/route.ts';
import { StandardizerUnavailable } from '../../../integrations/addresses/port.ts';
import type { AddressStandardizer, PostalAddress } from '../../../integrations/addresses/port.ts';
import { detailOf, findLink, findProviderAddresses } from './addressQueries.ts';
import { findPlaces, findSuggested } from './placeQueries.ts';
import { addressPolicy } from '../policy.ts';
import { findAddressToSave, saveAddress } from './saveAddress.ts';

/** Routes for places of the directory and addresses of its providers. */
export function addressRoutes(app: App): void {
  const { addressStandardizer, log } = app.deps;

  route(app, findAddresses, ({ input, actor, db }) => findPlaces(db, actor, input));

  route(app, getSuggestedAddresses, ({ input, actor, db }) => findSuggested(db, actor, input));

  route(app, getStandardizedAddresses, async ({ input }) => {
    const { address1, address2, city, state, zipcode } = input;
    const address = {
      address1: address1 ?? '',
      address2,
      city: city ?? '',
      state: state ?? '',
      zipcode: zipcode ?? '',
    };
    const found = await standardize(addressStandardizer, address, log);
    return { standardizedAddresses: found === null ? [] : [found], isZipKnown: coordinatesOfZip(zipcode) !== null };
  });

  route(app, getProviderAddresses, async ({ input, actor, db }) => ({
    addresses: await findProviderAddresses(db, actor, input),
  }));

  route(app, getProviderAddress, async ({ input, actor, db }) => {
    const link = await findLink(db, actor, input.healthcareProviderAddressInfoId);
    if (link === undefined || link.addressId !== input.addressId) throw refused(addressDialogTexts.notFound);
    return { address: detailOf(actor, link) };
  });

  route(app, saveProviderAddress, async ({ input, actor, db }) => {
    const row = await findAddressToSave(db, actor, input);
    return saveAddress(db, actor, authorize(actor, addressPolicy, 'edit', row), input);
  });
}

/** Returns null if there is no match or the service is unavailable; the address is then saved as typed. */
async function standardize(standardizer: AddressStandardizer, address: PostalAddress, log: App['deps']['log']) {
  try {
    return await standardizer.standardize(address);
  } catch (error) {
    if (!(error instanceof StandardizerUnavailable)) throw error;
    log.warn({ err: error }, 'The address standardizer is not available');
    return null;
  }
}
