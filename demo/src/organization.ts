import type { Phones, Place, Zip } from './places.ts';
import type { PracticeKey } from './practices.ts';
import type { Rows } from './rows.ts';

import { placeOf } from './places.ts';

export type ClientKey = 'bayColony' | 'prairieRidge';

export interface DemoFacility {
  facilityId: number;
  client: ClientKey;
  name: string;
  isHospital: boolean;
  place: Place;
  /** Practices located there. */
  practices: readonly PracticeKey[];
  address: string;
  phone: string;
}

interface FacilityPlan {
  name: string;
  market: string;
  address1: string;
  address2?: string;
  zip: Zip;
  isHospital?: boolean;
  practices?: readonly PracticeKey[];
}

interface ClientPlan {
  organization: string;
  displayName: string;
  features: readonly string[];
  zone: string;
  facilities: readonly FacilityPlan[];
}

const clients: Record<ClientKey, ClientPlan> = {
  bayColony: {
    organization: 'Bay Colony Health',
    displayName: 'Bay Colony Health Partners',
    features: ['canManageReferrals'],
    zone: 'America/New_York',
    facilities: [
      {
        name: 'Bay Colony Medical Center',
        practices: ['heart', 'ortho', 'surgical', 'cancer', 'kidney', 'women'],
        market: 'Worcester',
        address1: '400 Chandler Hill Road',
        zip: '01605',
        isHospital: true,
      },
      {
        name: 'Shrewsbury Family Health',
        practices: ['family', 'lung'],
        market: 'Worcester',
        address1: '214 Maple Orchard Avenue',
        zip: '01545',
      },
      {
        name: 'Elm Park Primary Care',
        practices: ['elmPark'],
        market: 'Worcester',
        address1: '87 Agassiz Terrace',
        address2: 'Suite 2',
        zip: '01609',
      },
      {
        name: 'MetroWest Community Hospital',
        practices: ['endocrine', 'digestive'],
        market: 'MetroWest',
        address1: '1150 Old Salem End Road',
        zip: '01702',
        isHospital: true,
      },
      {
        name: 'Marlborough Health Center',
        practices: ['pediatrics', 'eye'],
        market: 'MetroWest',
        address1: '32 Assabet Mill Lane',
        zip: '01752',
      },
      {
        name: 'Harborview Specialty Center',
        practices: ['neurology', 'mind', 'specialists'],
        market: 'Greater Boston',
        address1: '9 Causeway Landing',
        address2: 'Floor 5',
        zip: '02114',
      },
      {
        name: 'South Shore Urgent Care',
        practices: ['rehab'],
        market: 'Greater Boston',
        address1: '640 Granite Quarry Street',
        zip: '02169',
      },
    ],
  },
  prairieRidge: {
    organization: 'Prairie Ridge Health System',
    displayName: 'Prairie Ridge Clinics',
    features: ['canManageReferrals', 'disableSpecialtyOnReferralCreation'],
    zone: 'America/Chicago',
    facilities: [
      {
        name: 'Prairie Ridge Regional Hospital',
        market: 'Topeka',
        address1: '2300 SW Harvest Moon Road',
        zip: '66606',
        isHospital: true,
      },
      {
        name: 'Prairie Ridge Clinic Southwest',
        practices: ['prairieFamily', 'prairieMedicine'],
        market: 'Topeka',
        address1: '5817 SW Cottonwood Drive',
        zip: '66614',
      },
      {
        name: 'Prairie Ridge Clinic Wichita',
        practices: ['prairieHeart', 'prairieBone'],
        market: 'Wichita',
        address1: '1920 E Meadowlark Street',
        zip: '67214',
      },
    ],
  },
};

export const clientKeys = Object.keys(clients) as ClientKey[];
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
  return plan.facilities.map((facility) => {
    const place = placeOf(facility.zip);
    const phone = phones.next(facility.zip);
    const facilityId = rows.add('facility', {
      client_id: clientId,
      market_id: markets.get(facility.market) ?? null,
      name: facility.name,
      phone,
      address1: facility.address1,
      address2: facility.address2 ?? null,
      ...place,
    });
    const address = `${facility.address1}, ${place.city}, ${place.state} ${place.zipcode}`;
    return {
      facilityId,
      client,
      name: facility.name,
      isHospital: facility.isHospital ?? false,
      place,
      practices: facility.practices ?? [],
      address,
      phone,
    };
  });
}
