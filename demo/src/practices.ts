import { z } from 'zod';

import type { Phones } from './places.ts';
import type { Rows } from './rows.ts';

import { keyOf, readContent } from './content.ts';
import { placeOf, zip } from './places.ts';
import { Random } from './random.ts';

const location = z.strictObject({ label: z.string(), address1: z.string(), address2: z.string().optional(), zip });
const practice = z.strictObject({
  name: z.string(),
  website: z.url().nullable().default(null),
  locations: z.array(location).min(1),
});
const plans = readContent('practices', z.record(z.string(), practice));

type Location = z.infer<typeof location>;
export const practiceKey = keyOf(plans);

interface PracticeLocation extends Location {
  phone: string;
  fax: string;
  addressId: number;
}

export interface Practice {
  healthcareOrganizationId: number;
  name: string;
  website: string | null;
  locations: PracticeLocation[];
}

/** The practices in the directory, with their offices and phone numbers. */
export function addPractices(rows: Rows, phones: Phones): Map<string, Practice> {
  return new Map(Object.entries(plans).map(([key, plan]) => [key, addPractice(rows, phones, plan)]));
}

function addPractice(rows: Rows, phones: Phones, plan: z.infer<typeof practice>): Practice {
  const locations = plan.locations.map((location) => ({
    ...location,
    phone: phones.next(location.zip),
    fax: phones.next(location.zip),
    addressId: addAddress(rows, location),
  }));
  const healthcareOrganizationId = rows.add('healthcare_organization', {
    name: plan.name,
    phone: locations[0]?.phone ?? null,
    website: plan.website,
  });
  for (const location of locations) {
    rows.add('healthcare_organization_address_info', {
      healthcare_organization_id: healthcareOrganizationId,
      address_id: location.addressId,
      address_label: location.label,
      office_phone: location.phone,
      fax_number: location.fax,
    });
  }
  return { healthcareOrganizationId, name: plan.name, website: plan.website, locations };
}

/** A building's coordinates: near the center of its ZIP code, and always the same. */
function addAddress(rows: Rows, { address1, address2, zip: zipcode }: Location): number {
  const place = placeOf(zipcode);
  const random = new Random(`${address1} ${zipcode}`);
  return rows.add('address', {
    address1,
    address2: address2 ?? null,
    city: place.city,
    state: place.state,
    zipcode: place.zipcode,
    latitude: random.decimal(place.latitude - 0.009, place.latitude + 0.009, 6),
    longitude: random.decimal(place.longitude - 0.012, place.longitude + 0.012, 6),
  });
}
