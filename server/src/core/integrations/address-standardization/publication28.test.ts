import { describe, expect, it, test } from 'vitest';

import { publication28, standardLines, streetKey } from './publication28.ts';

describe('street lines', () => {
  it.each([
    ['100 north main street', null, '100 N Main St', null],
    ['100 North Main Street West', null, '100 N Main St W', null],
    ['12 North Street', null, '12 North St', null],
    ['1150 Old Salem End Road', null, '1150 Old Salem End Rd', null],
    ['5817 South West Cottonwood Drive', null, '5817 SW Cottonwood Dr', null],
    ['2300 SW Harvest Moon Road', null, '2300 SW Harvest Moon Rd', null],
    ['9 Causeway Landing', 'Floor 5', '9 Causeway Lndg', 'Fl 5'],
    ['87 Agassiz Terrace', 'Suite 2', '87 Agassiz Ter', 'Ste 2'],
    ['87 AGASSIZ TERR. SUITE 2B', null, '87 Agassiz Ter', 'Ste 2B'],
    ['12 Bay Side Lane', null, '12 Bay Side Ln', null],
    ['44 5TH AVENUE, #12', null, '44 5th Ave', '# 12'],
    ['123 Avenue Street', null, '123 Avenue St', null],
    ['20 McLean Blvd.', '2nd floor', '20 McLean Blvd', 'Fl 2'],
    ['P.O. Box 12', null, 'PO Box 12', null],
    ['Post Office Box 7a', null, 'PO Box 7A', null],
    ['One Deaconess Rd', null, 'One Deaconess Rd', null],
    ['Broadway', null, 'Broadway', null],
  ])('%s %s', (address1, address2, line, unit) => {
    expect(standardLines(address1, address2)).toEqual({ address1: line, address2: unit });
  });

  it('do not change when standardized again', () => {
    const once = standardLines('100 North Main Street West Suite 4', null);
    expect(standardLines(once.address1, once.address2)).toEqual(once);
  });
});

test('different spellings of a street share a key', () => {
  const keys = ['400 Chandler Hill Road', '400 CHANDLER HILL RD.', '400 Chandler Hill Rd Ste 5'].map((line) =>
    streetKey(line, null),
  );
  expect(new Set(keys).size).toBe(1);
});

describe('city against ZIP code', () => {
  const at = { address1: '1 Elm Street', address2: null, city: 'Worcester', state: 'MA', zipcode: '01609-1234' };
  it.each([
    [{}, { city: 'Worcester', zipcode: '01609-1234', address1: '1 Elm St' }],
    [
      { city: 'WORCESTER', state: 'ma' },
      { city: 'Worcester', state: 'MA' },
    ],
    // Not a city of the state: corrected from the ZIP code.
    [{ city: 'Wooster' }, { city: 'Worcester' }],
    [{ city: 'St Louis', state: 'MO', zipcode: '63101' }, { city: 'Saint Louis' }],
  ])('%j is standardized', async (change, expected) => {
    expect(await publication28.standardize({ ...at, ...change })).toMatchObject(expected);
  });

  it.each([{ zipcode: '00000' }, { zipcode: '99999' }, { state: 'CT' }, { city: 'Boston' }])(
    '%j contradicts itself',
    async (change) => expect(await publication28.standardize({ ...at, ...change })).toBeNull(),
  );
});
