import { features } from '@careloop/contracts/access';
import { z } from 'zod';

import type { Phones, Place } from './places.ts';
import type { Rows } from './rows.ts';

import { readContent } from './content.ts';
import { placeOf, zip } from './places.ts';
import { practiceKey } from './practices.ts';

export const clientKeys = ['bayColony', 'prairieRidge'] as const;
export const clientKey = z.enum(clientKeys);
export type ClientKey = z.infer<typeof clientKey>;

const facility = z.strictObject({
  name: z.string(),
  market: z.string(),
  address1: z.string(),
  address2: z.string().optional(),
  zip,
  isHospital: z.boolean().default(false),
  /** Practices located there. */
  practices: z.array(practiceKey).default([]),
});

const clients = readContent(
  'clients',
  z.record(
    clientKey,
    z.strictObject({
      organization: z.string(),
      displayName: z.string(),
      features: z.array(z.enum(features)),
      zone: z.string(),
      facilities: z.array(facility),
    }),
  ),
);

export interface DemoFacility {
  facilityId: number;
  client: ClientKey;
  name: string;
  isHospital: boolean;
  place: Place;
  practices: readonly string[];
  address: string;
  phone: string;
}

export const clientIds: Record<ClientKey, number> = { bayColony: 1, prairieRidge: 2 };

/** The time zone of a client. */
export function zoneOf(client: ClientKey): string {
  return clients[client].zone;
}

/** Client organizations, clients, their features, markets and facilities. */
export function addOrganizations(rows: Rows, phones: Phones): DemoFacility[] {
  return clientKeys.flatMap((client) => addClient(rows, phones, client));
}

function addClient(rows: Rows, phones: Phones, client: ClientKey): DemoFacility[] {
  const plan = clients[client];
  const organizationId = rows.add('client_organization', { name: plan.organization });
  const clientId = rows.add('client', { client_organization_id: organizationId, display_name: plan.displayName });
  for (const feature of plan.features) rows.put('client_feature', { client_id: clientId, feature });
  const markets = new Map<string, number>();
  for (const { market } of plan.facilities) {
    if (!markets.has(market)) markets.set(market, rows.add('market', { client_id: clientId, name: market }));
  }
  return plan.facilities.map(({ name, market, address1, address2, zip: zipcode, isHospital, practices }) => {
    const place = placeOf(zipcode);
    const phone = phones.next(zipcode);
    const facilityId = rows.add('facility', {
      client_id: clientId,
      market_id: markets.get(market) ?? null,
      name,
      phone,
      address1,
      address2: address2 ?? null,
      ...place,
    });
    const address = `${address1}, ${place.city}, ${place.state} ${place.zipcode}`;
    return { facilityId, client, name, isHospital, place, practices, address, phone };
  });
}
