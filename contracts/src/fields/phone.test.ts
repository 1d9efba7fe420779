import { describe, expect, it } from 'vitest';
import { formatPhone } from '../fields.ts';
import { accountFields } from '../profile.ts';
import {
  faxNumber,
  faxProblem,
  mobileNumber,
  mobileProblem,
  phoneNumber,
  phoneProblem,
  phoneTexts,
  tidyPhone,
} from './phone.ts';

describe('a phone number', () => {
  it.each([
    '6175550123',
    '16175550123',
    '+16175550123',
    '(617) 555-0123',
    '617.555.0123',
    '617/555–0123',
    '1 (617) 555-0123',
    '617-555-0123 x12',
    '617-555-0123 ext. 12345',
    '+44 20 7946 0958',
    '+49 (30) 901820 ext. 12',
  ])('may be written %s', (value) => {
    expect(phoneProblem(value)).toBeNull();
  });

  it.each([
    '',
    '44 20 7946 0958',
    '+44 20',

    '555-0123',
    '61755501234',
    '26175550123',
    'call 617-555-0123',
    '617-555-01x3',
  ])('is not %j', (value) => {
    expect(phoneProblem(value)).toBe(phoneTexts.phone);
  });

  it('has an extension of at most five digits', () => {
    expect(phoneProblem('617-555-0123 x123456')).toBe(phoneTexts.extension);
  });
});

describe('a mobile number', () => {
  it('has no extension', () => {
    expect(mobileProblem('617-555-0123 x12')).toBe(phoneTexts.mobileExtension);
    expect(mobileProblem('617-555-012')).toBe(phoneTexts.mobile);
    expect(mobileProblem('617-555-0123')).toBeNull();
  });

  it('is stored as digits, or null if empty', () => {
    expect(mobileNumber.parse(' (617) 555-0123 ')).toBe('6175550123');
    expect(mobileNumber.parse('')).toBeNull();
    expect(mobileNumber.parse(undefined)).toBeNull();
  });
});

describe('a fax number', () => {
  it('has ten digits and no extension', () => {
    expect(faxProblem('617-555-0123')).toBeNull();
    expect(faxProblem('617-555-0123 x1')).toBe(phoneTexts.fax);
    expect(faxProblem('+44 20 7946 0958')).toBeNull();
    expect(faxProblem('+44 20 7946 0958 x12')).toBe(phoneTexts.fax);
    expect(faxProblem('555-0123')).toBe(phoneTexts.fax);
    expect(faxNumber.parse('(617) 555-0123')).toBe('6175550123');
  });
});

it('stores a phone number as digits, with x before the extension', () => {
  expect(phoneNumber.parse(' 617-555-0123 ext 12 ')).toBe('6175550123x12');
  expect(phoneNumber.parse('')).toBeNull();
  expect(phoneNumber.safeParse('617').error?.issues[0]?.message).toBe(phoneTexts.phone);
});

it('stores a foreign number with its country code', () => {
  expect(phoneNumber.parse('+44 20 7946 0958 ext. 12')).toBe('+442079460958x12');
  expect(mobileNumber.parse('+353 87 123 4567')).toBe('+353871234567');
  expect(phoneNumber.parse('+1 617 555 0123')).toBe('16175550123');
});

const { officePhone, cellPhone, homePhone, fax } = accountFields;

// Forms send what they parsed, and the server parses it again.
describe.each(Object.entries({ phoneNumber, mobileNumber, faxNumber, officePhone, cellPhone, homePhone, fax }))(
  '%s',
  (_name, schema) => {
    it.each([
      '(617) 555-0123',
      '+1 617 555 0123',
      '617-555-0123 x12',
      '1-617-555-0123 ext. 12345',
      '+44 20 7946 0958',
      '+49 (30) 901820 ext. 12',
      formatPhone('617555012312'),
    ])('keeps its stored form of %s, or refuses it', (typed) => {
      const read = schema.safeParse(typed);
      expect(read.success ? schema.safeParse(read.data) : read).toEqual(read);
    });
  },
);

it.each([
  ['+44 (20) 7946-0958', '+44 2079460958'],
  ['+442079460958x12', '+44 2079460958 x12'],
  ['6175550123', '(617) 555-0123'],
  ['1-617-555-0123 ext. 12', '(617) 555-0123 x12'],
  ['61755501234', '61755501234'],
  [' 555 0123 ', '555 0123'],
])('puts %j in order as %j', (typed, shown) => expect(tidyPhone(typed)).toBe(shown));
