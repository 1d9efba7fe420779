import { describe, expect, it } from 'vitest';
import { mobileNumber, mobileProblem, phoneProblem, phoneTexts } from './phone.ts';

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
  ])('may be written %s', (value) => {
    expect(phoneProblem(value)).toBeNull();
  });

  it.each(['', '+44 20 7946 0958', '555-0123', '61755501234', '26175550123', 'call 617-555-0123', '617-555-01x3'])(
    'is not %j',
    (value) => {
      expect(phoneProblem(value)).toBe(phoneTexts.phone);
    },
  );

  it('has at most five digits of extension', () => {
    expect(phoneProblem('617-555-0123 x123456')).toBe(phoneTexts.extension);
  });
});

describe('a mobile number', () => {
  it('has no extension', () => {
    expect(mobileProblem('617-555-0123 x12')).toBe(phoneTexts.mobileExtension);
    expect(mobileProblem('617-555-012')).toBe(phoneTexts.mobile);
    expect(mobileProblem('617-555-0123')).toBeNull();
  });

  it('is kept as digits, and as null when there is none', () => {
    expect(mobileNumber.parse(' (617) 555-0123 ')).toBe('6175550123');
    expect(mobileNumber.parse('')).toBeNull();
    expect(mobileNumber.parse(undefined)).toBeNull();
  });
});
