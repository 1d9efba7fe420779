import { passes } from '@careloop/contracts/access';
import {
  addressDialogTexts,
  findAddresses,
  findingAddresses,
  getProviderAddress,
  getProviderAddresses,
  getStandardizedAddresses,
  getSuggestedAddresses,
} from '@careloop/contracts/directory/addresses';
import { saveProviderAddress } from '@careloop/contracts/directory/changes';

import type { Actor } from '../../../platform/identity/actor.ts';
import { allowances, authorize } from '../../../core/access/authorize.ts';
import type { Db } from '../../../platform/db/client.ts';
import { AppError, refused } from '../../../platform/errors.ts';
import { coordinatesOfZip } from '../../../core/geography/zipCoordinates.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { StandardizerUnavailable } from '../../../core/integrations/address-standardization/port.ts';
import type { AddressStandardizer, PostalAddress } from '../../../core/integrations/address-standardization/port.ts';
import { detailOf, findLink, findProviderAddresses, findProviderRules, hasOwnProvider } from './queries/addresses.ts';
import { findPlaces, findSuggested } from './queries/places.ts';
import { addressPolicy } from '../policy.ts';
import { isOwn } from '../shared/providerPolicy.ts';
import type { ProviderRow } from '../shared/providerPolicy.ts';
import { findAddressToSave, saveAddress } from './saveAddress.ts';

/** Routes for places of the directory and addresses of its providers. */
export function addressRoutes(app: App): void {
  const { addressStandardizer, log } = app.deps;

  route(app, findAddresses, async ({ input, actor, db }) => {
    await requireFinder(db, actor);
    return findPlaces(db, actor, input);
  });

  route(app, getSuggestedAddresses, async ({ input, actor, db }) => {
    await requireFinder(db, actor);
    return findSuggested(db, actor, input);
  });

  route(app, getStandardizedAddresses, async ({ input, actor, db }) => {
    await requireFinder(db, actor);
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

  route(app, getProviderAddresses, async ({ input, actor, db }) => {
    const provider = await findProviderRules(db, input.healthcareProviderId);
    requireReader(actor, provider);
    if (provider === undefined) throw refused(addressDialogTexts.noProvider);
    const addresses = await findProviderAddresses(db, actor, input);
    return { addresses, can: allowances(actor, addressPolicy, provider) };
  });

  route(app, getProviderAddress, async ({ input, actor, db }) => {
    const link = await findLink(db, actor, input.healthcareProviderAddressInfoId);
    requireReader(actor, link);
    if (link === undefined || link.addressId !== input.addressId) throw refused(addressDialogTexts.notFound);
    return { address: detailOf(actor, link) };
  });

  route(app, saveProviderAddress, async ({ input, actor, db }) => {
    const row = await findAddressToSave(db, actor, input);
    return saveAddress(db, actor, authorize(actor, addressPolicy, 'edit', row), input);
  });
}

const isFinder = (actor: Actor) => passes(findingAddresses, actor.permissions);

/** @throws AppError `forbidden` for users who may not add an address to any provider */
async function requireFinder(db: Db, actor: Actor): Promise<void> {
  if (!isFinder(actor) && !(await hasOwnProvider(db, actor))) throw new AppError('forbidden');
}

/** @throws AppError `forbidden` without the permission, unless it is the user's own provider; also if there is none */
function requireReader(actor: Actor, provider: Pick<ProviderRow, 'userId'> | undefined): void {
  if (!isFinder(actor) && (provider === undefined || !isOwn(actor, provider))) throw new AppError('forbidden');
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
