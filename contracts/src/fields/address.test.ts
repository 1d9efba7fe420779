import { describe, expect, it } from 'vitest';
import {
  addressForm,
  addressProblems,
  addressTexts,
  formatZip,
  isFullAddress,
  usStates,
  zipProblem,
} from './address.ts';

const whole = { address1: '1 Main St', city: 'Boston', state: 'MA', zipcode: '02139' };

function problemsOf(address: object, isRequired = false): Record<string, string> {
  const result = addressForm({ isRequired }).safeParse(address);
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

describe('a ZIP code', () => {
  it.each(['02139', '02139-4307', '021394307'])('may be %s', (value) => expect(zipProblem(value)).toBeNull());
  it.each(['2139', '021394', '02139 4307', '02139-', '02139-43', 'ABCDE'])('is not %s', (value) =>
    expect(zipProblem(value)).toBe(addressTexts.zip),
  );
  it('is formatted', () => {
    expect(formatZip('021394307')).toBe('02139-4307');
    expect(formatZip('02139')).toBe('02139');
    expect(addressForm({ isRequired: false }).parse({ ...whole, zipcode: '021394307' }).zipcode).toBe('02139-4307');
  });
});

describe('an address', () => {
  it('may be complete or absent', () => {
    expect(problemsOf(whole)).toEqual({});
    expect(problemsOf({})).toEqual({});
    expect(problemsOf({ addressLabel: 'Main office', officePhone: '(617) 555-0123 x4' })).toEqual({});
  });

  it('requires the rest of the address once a part is given', () => {
    expect(problemsOf({ city: 'Boston' })).toEqual({
      address1: 'Address is required',
      state: 'State is required',
      zipcode: 'Zip is required',
    });
    expect(problemsOf({ ...whole, zipcode: ' ' })).toEqual({ zipcode: 'Zip is required' });
    expect(Object.keys(problemsOf({ address2: 'Floor 2' }))).toEqual(['address1', 'city', 'state', 'zipcode']);
  });

  it('is not a label or a phone number alone where one is required', () => {
    const named = { addressLabel: 'Main office', officePhone: '(617) 555-0123' };
    expect(problemsOf(named, true)).toEqual({ address1: addressTexts.empty });
    expect(problemsOf({}, true)).toEqual({ address1: addressTexts.empty });
    expect(problemsOf({ ...named, ...whole }, true)).toEqual({});
  });

  it('may stay incomplete as it is stored', () => {
    const stored = { city: 'Boston', zipcode: '021394307' };
    const fieldsOf = (address: Record<string, string>) => [
      ...addressProblems(address, { isRequired: false, stored }).keys(),
    ];
    expect(fieldsOf({ ...stored, address1: ' ', state: '', zipcode: '02139-4307' })).toEqual([]);
    expect(fieldsOf({ ...stored, city: 'Salem' })).toEqual(['address1', 'state']);
    expect(fieldsOf({ ...stored, address2: 'Floor 2' })).toEqual(['address1', 'state']);
    expect(fieldsOf({})).toEqual([]);
  });

  it('may stay as it is stored even if a part is wrong', () => {
    const stored = { address1: '24 Sussex Drive', city: 'Ottawa', state: 'Ontario', zipcode: 'K1M 1M4' };
    const wrong = { state: 'State cannot exceed 2 characters', zipcode: addressTexts.zip };
    const problemsOf = (address: object) =>
      Object.fromEntries(addressProblems({ ...stored, ...address }, { isRequired: false, stored }));
    expect(problemsOf({})).toEqual({});
    expect(problemsOf({ city: 'Toronto' })).toEqual(wrong);
    expect(problemsOf({ city: 'x'.repeat(31) })).toEqual({ ...wrong, city: 'City cannot exceed 30 characters' });
  });

  it('is refused if it is required and empty', () => {
    expect(problemsOf({ address1: ' ' }, true)).toEqual({ address1: addressTexts.empty });
  });

  it('is limited in length and has valid numbers', () => {
    const long = 'x'.repeat(101);
    const address = { ...whole, addressLabel: long, address1: long, address2: long, city: long, state: 'Mass' };
    expect(problemsOf({ ...address, locationCode: long, officePhone: '12', faxNumber: '617-555-0123 x1' })).toEqual({
      addressLabel: 'Label cannot exceed 50 characters',
      address1: 'Address cannot exceed 100 characters',
      address2: 'Address 2 cannot exceed 50 characters',
      city: 'City cannot exceed 30 characters',
      state: 'State cannot exceed 2 characters',
      locationCode: 'Location code cannot exceed 60 characters',
      officePhone: 'Must be a valid phone number',
      faxNumber: 'Must be a valid fax number',
    });
  });

  it('is full with street, city, state and ZIP code', () => {
    expect(isFullAddress(whole)).toBe(true);
    for (const field of Object.keys(whole)) expect(isFullAddress({ ...whole, [field]: '' })).toBe(false);
  });
});

it('has fifty states and the District of Columbia', () => {
  expect(Object.keys(usStates)).toHaveLength(51);
  expect(usStates['DC']).toBe('District of Columbia');
});
