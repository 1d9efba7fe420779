import { z } from 'zod';

import type { UspsConfig } from '../../../config/config.ts';
import { cachedToken } from '../cachedToken.ts';
import type { FetchedToken } from '../cachedToken.ts';
import { bodyOf, createRequest, Transient } from '../transient.ts';
import { StandardizerUnavailable } from './port.ts';
import type { AddressStandardizer, PostalAddress } from './port.ts';
import { writtenCase } from './writtenCase.ts';

/** The time limit is short, because the user is waiting in a dialog. */
const request = createRequest('USPS', 3000);

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

const text = z.string().nullish();
const addressAnswer = z.object({
  address: z.object({
    streetAddress: z.string(),
    secondaryAddress: text,
    city: text,
    state: text,
    ZIPCode: text,
    ZIPPlus4: text,
  }),
  /** Y: confirmed delivery point. S and D: building confirmed, unit wrong or missing. N: not confirmed. */
  additionalInfo: z.object({ DPVConfirmation: text }).nullish(),
});

/** Standardizer on the USPS Addresses API, version 3, with OAuth client credentials. */
export function uspsStandardizer(config: UspsConfig): AddressStandardizer {
  const tokens = cachedToken(() => fetchToken(config));

  const ask = async (address: PostalAddress): Promise<PostalAddress | null> => {
    const response = await request(`${config.apiUrl}/addresses/v3/address?${queryOf(address)}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${await tokens.get()}` },
    });
    if (response.status === 401) {
      tokens.forget();
      throw new Transient('the token was refused');
    }
    // Address not found, or ambiguous.
    if (response.status === 400 || response.status === 404) return null;
    const { address: found, additionalInfo } = addressAnswer.parse(await bodyOf(response));
    return additionalInfo?.DPVConfirmation === 'N' ? null : addressOf(found, address);
  };

  return {
    async standardize(address) {
      try {
        return await ask(address).catch((error: unknown) => {
          if (error instanceof Transient) return ask(address);
          throw error;
        });
      } catch (error) {
        throw new StandardizerUnavailable('the address could not be looked up at USPS', { cause: error });
      }
    },
  };
}

async function fetchToken({ apiUrl, clientId, clientSecret }: UspsConfig): Promise<FetchedToken> {
  const response = await request(`${apiUrl}/oauth2/v3/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
      scope: 'addresses',
    }),
  });
  if (response.status >= 400) throw new Error(`USPS refused the credentials with ${response.status}`);
  const { access_token: token, expires_in: seconds } = tokenAnswer.parse(await bodyOf(response));
  return { token, seconds };
}

function queryOf({ address1, address2, city, state, zipcode }: PostalAddress): string {
  const query = new URLSearchParams({ streetAddress: address1, city, state, ZIPCode: zipcode.slice(0, 5) });
  if (address2 !== null) query.set('secondaryAddress', address2);
  return query.toString();
}

type FoundAddress = z.output<typeof addressAnswer>['address'];

/** USPS returns capitals; words the user typed in mixed case keep their case. */
function addressOf(found: FoundAddress, asked: PostalAddress): PostalAddress {
  const typed = new Map(
    [asked.address1, asked.address2 ?? '', asked.city]
      .flatMap((line) => line.split(/[\s.,]+/))
      .map((word) => [word.toUpperCase(), word]),
  );
  const lineOf = (line: string) => writtenCase(line.split(/\s+/).map((word) => typed.get(word) ?? word));
  const zip = found.ZIPCode ?? asked.zipcode.slice(0, 5);
  return {
    address1: lineOf(found.streetAddress),
    address2: found.secondaryAddress ? lineOf(found.secondaryAddress) : null,
    city: lineOf(found.city || asked.city),
    state: found.state || asked.state,
    zipcode: found.ZIPPlus4 ? `${zip}-${found.ZIPPlus4}` : zip,
  };
}
