import { describe, expect, test } from 'vitest';

import { currentAddress, phoneDigits, positionOf, postalAddress } from './contact.ts';
import { address } from './datatypes.ts';

describe('phoneDigits', () => {
  test.each([
    ['555-555-0137', '5555550137'],
    ['(+1) 734-555-0177', '7345550177'],
    ['1 (617) 555-0111', '6175550111'],
    ['617.555.0111 ext. 12', '6175550111x12'],
    ['617-555-0111x7', '6175550111x7'],
    ['1 (617) 555-0111 12', '6175550111x12'],
    ['617555011112345', '6175550111x12345'],
    ['0044 20 7946 0018', '00442079460018'],
    ['+44 20 7946 0018', '+442079460018'],
    ['508-555-0104 Or (508) 555-0105', '5085550104'],
    ['1-508-555-0104; 508-555-0105 x3', '5085550104'],
    // Numbers that run into each other are kept as they are.
    ['508-555-0104508-555-0105', '50855501045085550105'],
    ['none', null],
    ['', null],
    [null, null],
  ])('%s', (written, kept) => expect(phoneDigits(written)).toBe(kept));
});

const geolocation = (latitude: unknown, longitude: unknown) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/geolocation',
  extension: [
    { url: 'latitude', valueDecimal: latitude },
    { url: 'longitude', valueDecimal: longitude },
  ],
});

describe('an address', () => {
  test('has its own coordinates, or else the center of its ZIP, or else none', () => {
    const exact = address.parse({ extension: [geolocation(42.1, -71.2)], postalCode: '02114' });
    expect(positionOf(exact)).toEqual({ latitude: 42.1, longitude: -71.2 });
    const impossible = address.parse({ extension: [geolocation(142.1, -71.2)], postalCode: '02114' });
    expect(positionOf(impossible)).toEqual({ latitude: 42.363651, longitude: -71.066888 });
    expect(positionOf(address.parse({ postalCode: 'K1A 0B1' }))).toEqual({});
    expect(positionOf(null)).toEqual({});
  });

  test('has its lines, or its text when it has nothing else, and a ZIP with its dash', () => {
    const lines = address.parse({
      line: ['1 Elm St', null, 'Apt 2', 'c/o Ada'],
      city: 'Boston',
      postalCode: '021141234',
    });
    expect(postalAddress(lines)).toEqual({
      address1: '1 Elm St',
      address2: 'Apt 2, c/o Ada',
      city: 'Boston',
      state: null,
      zipcode: '02114-1234',
    });
    expect(postalAddress(address.parse({ text: '1 Elm St, Boston' })).address1).toBe('1 Elm St, Boston');
  });

  test.each([
    [{ state: 'Massachusetts', postalCode: '2726', country: 'US' }, 'MA', '02726'],
    [{ state: 'new jersey', postalCode: '70301234' }, 'NJ', '07030-1234'],
    [{ state: 'Puerto Rico', postalCode: '601', country: 'USA' }, 'PR', '00601'],
    [{ state: 'Kansas', postalCode: 'unknown', country: 'US' }, 'KS', 'unknown'],
    [{ state: 'KS', postalCode: '00000', country: 'US' }, 'KS', null],
    // Other countries have codes of four digits, and states with the same codes.
    [{ state: 'MA', postalCode: '65010000', country: 'BR' }, 'MA', '65010000'],
    [{ state: 'NSW', postalCode: '2726' }, 'NSW', '2726'],
  ])('has the postal code of its state and a complete ZIP code: %o', (given, state, zipcode) => {
    expect(postalAddress(address.parse(given))).toMatchObject({ state, zipcode });
  });

  test('is the one in use: home before billing, and never an ended one while another is current', () => {
    const addresses = [
      { use: 'home', city: 'Before', period: { end: '2020-01-01' } },
      { use: 'billing', city: 'Office' },
      { city: 'Now', period: { start: '2020-01-01' } },
    ].map((item) => address.parse(item));
    expect(currentAddress(addresses)?.city).toBe('Now');
    expect(currentAddress([])).toBeNull();
  });
});
