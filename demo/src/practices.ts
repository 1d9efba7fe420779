import type { Phones, Zip } from './places.ts';
import type { Rows } from './rows.ts';

import { placeOf } from './places.ts';
import { Random } from './random.ts';

interface Location {
  label: string;
  address1: string;
  address2?: string;
  zip: Zip;
}

interface PracticePlan {
  name: string;
  locations: readonly [Location, ...Location[]];
}

const plans = {
  heart: {
    name: 'Worcester Heart Associates',
    locations: [
      { label: 'Main office', address1: '50 Belmont Terrace', address2: 'Suite 310', zip: '01605' },
      { label: 'Westborough satellite', address1: '12 Lyman Brook Road', address2: 'Suite 4', zip: '01581' },
      { label: 'Leominster clinic', address1: '305 Monoosnoc Avenue', zip: '01453' },
    ],
  },
  family: {
    name: 'Shrewsbury Family Health',
    locations: [
      { label: 'Shrewsbury', address1: '214 Maple Orchard Avenue', zip: '01545' },
      { label: 'Grafton Hill', address1: '76 Orient Hill Street', zip: '01604' },
    ],
  },
  elmPark: {
    name: 'Elm Park Primary Care',
    locations: [{ label: 'Elm Park', address1: '87 Agassiz Terrace', address2: 'Suite 2', zip: '01609' }],
  },
  ortho: {
    name: 'Central Massachusetts Orthopaedics & Sports Medicine',
    locations: [
      { label: 'Worcester', address1: '18 Foundry Square', address2: 'Floor 3', zip: '01608' },
      { label: 'Milford', address1: '241 Cedar Swamp Street', zip: '01757' },
    ],
  },
  endocrine: {
    name: 'MetroWest Endocrine Center',
    locations: [
      { label: 'Framingham', address1: '1148 Old Salem End Road', address2: 'Suite 120', zip: '01702' },
      { label: 'Natick', address1: '7 Lake Cochituate Way', zip: '01760' },
    ],
  },
  digestive: {
    name: 'Commonwealth Digestive Health',
    locations: [
      { label: 'Natick endoscopy suite', address1: '22 Speen Mill Road', address2: 'Suite 200', zip: '01760' },
      { label: 'Worcester', address1: '131 Lincoln Heights', zip: '01606' },
    ],
  },
  neurology: {
    name: 'Charles River Neurology',
    locations: [
      { label: 'Waltham', address1: '460 Prospect Crossing', address2: 'Building B', zip: '02453' },
      { label: 'Boston', address1: '9 Causeway Landing', address2: 'Floor 5', zip: '02114' },
    ],
  },
  lung: {
    name: 'Lakeside Pulmonary & Sleep Medicine',
    locations: [{ label: 'Shrewsbury', address1: '600 Lakefront Parkway', address2: 'Suite 11', zip: '01545' }],
  },
  pediatrics: {
    name: 'Little Harbor Pediatrics',
    locations: [
      { label: 'Marlborough', address1: '32 Assabet Mill Lane', address2: 'Suite 6', zip: '01752' },
      { label: 'Holden', address1: '15 Wachusett View Drive', zip: '01520' },
    ],
  },
  women: {
    name: "Blackstone Valley Women's Health",
    locations: [{ label: 'Millbury', address1: '410 Canal Towpath Road', zip: '01527' }],
  },
  kidney: {
    name: 'Kidney Care of Worcester County',
    locations: [{ label: 'Worcester', address1: '255 Indian Lake Parkway', zip: '01606' }],
  },
  cancer: {
    name: 'Bay Colony Cancer Center',
    locations: [
      { label: 'Medical Center campus', address1: '402 Chandler Hill Road', address2: 'Level 1', zip: '01605' },
    ],
  },
  mind: {
    name: 'Harborview Behavioral Health',
    locations: [
      { label: 'Boston', address1: '9 Causeway Landing', address2: 'Floor 2', zip: '02114' },
      { label: 'Worcester', address1: '40 Institute Lane', zip: '01609' },
    ],
  },
  specialists: {
    name: 'Harborview Specialty Center',
    locations: [
      { label: 'Boston', address1: '9 Causeway Landing', address2: 'Floor 4', zip: '02114' },
      { label: 'Brookline', address1: '1302 Beacon Ridge Street', zip: '02446' },
    ],
  },
  surgical: {
    name: 'Bay Colony Surgical Specialists',
    locations: [{ label: 'Worcester', address1: '22 Foundry Square', address2: 'Suite 500', zip: '01608' }],
  },
  eye: {
    name: 'Assabet Eye Physicians',
    locations: [{ label: 'Marlborough', address1: '211 Fort Meadow Road', zip: '01752' }],
  },
  rehab: {
    name: 'Stride Physical Therapy & Nutrition',
    locations: [
      { label: 'Auburn', address1: '88 Pakachoag Plaza', zip: '01501' },
      { label: 'Quincy', address1: '644 Granite Quarry Street', zip: '02169' },
    ],
  },
  prairieFamily: {
    name: 'Prairie Ridge Clinic Southwest',
    locations: [{ label: 'Topeka Southwest', address1: '5817 SW Cottonwood Drive', zip: '66614' }],
  },
  prairieHeart: {
    name: 'Flint Hills Cardiology',
    locations: [
      { label: 'Wichita', address1: '1924 E Meadowlark Street', address2: 'Suite 300', zip: '67214' },
      { label: 'Topeka outreach', address1: '2304 SW Harvest Moon Road', zip: '66606' },
    ],
  },
  prairieBone: {
    name: 'Sunflower Bone & Joint',
    locations: [{ label: 'Wichita East', address1: '9400 E Bluestem Parkway', zip: '67206' }],
  },
  prairieMedicine: {
    name: 'Kaw Valley Medical Specialists',
    locations: [
      { label: 'Topeka', address1: '3310 SW Shunga Creek Boulevard', address2: 'Suite 210', zip: '66611' },
      { label: 'Lawrence', address1: '515 Oread Hill Road', zip: '66044' },
    ],
  },
} as const satisfies Record<string, PracticePlan>;

export type PracticeKey = keyof typeof plans;

export interface PracticeLocation extends Location {
  phone: string;
  fax: string;
  addressId: number;
}

export interface Practice {
  healthcareOrganizationId: number;
  name: string;
  locations: PracticeLocation[];
}

/** The practices in the directory, with their offices and phone numbers. */
export function addPractices(rows: Rows, phones: Phones): Map<PracticeKey, Practice> {
  const keys = Object.keys(plans) as PracticeKey[];
  return new Map(keys.map((key) => [key, addPractice(rows, phones, plans[key])]));
}

function addPractice(rows: Rows, phones: Phones, plan: PracticePlan): Practice {
  const locations = plan.locations.map((location) => ({
    ...location,
    phone: phones.next(location.zip),
    fax: phones.next(location.zip),
    addressId: addAddress(rows, location),
  }));
  const healthcareOrganizationId = rows.add('healthcare_organization', {
    name: plan.name,
    phone: locations[0]?.phone ?? null,
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
  return { healthcareOrganizationId, name: plan.name, locations };
}

/** A building's coordinates: near the center of its ZIP code, and always the same. */
function addAddress(rows: Rows, { address1, address2, zip }: Location): number {
  const place = placeOf(zip);
  const random = new Random(`${address1} ${zip}`);
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
