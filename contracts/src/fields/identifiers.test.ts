import { describe, expect, it } from 'vitest';
import {
  deaProblem,
  degreeProblem,
  formatSsn,
  identifierTexts as texts,
  isDeaLike,
  licenseProblem,
  maskSsn,
  npiProblem,
  ssnProblem,
} from './identifiers.ts';

describe('an NPI', () => {
  // The example from the standard, and another one.
  it.each(['1234567893', '1245319599'])('may be %s', (value) => expect(npiProblem(value)).toBeNull());

  it.each([
    ['12345-7893', texts.npiDigitsOnly],
    ['123456789O', texts.npiDigitsOnly],
    ['123456789', texts.npiTooShort],
    ['12345678931', texts.npiTooLong],
    ['1234567890', texts.npiWrong],
    ['2134567893', texts.npiWrong],
  ])('is not %s: %s', (value, message) => expect(npiProblem(value)).toBe(message));
});

describe('a DEA number', () => {
  it('has nine characters', () => {
    expect(deaProblem('AB1234563')).toBeNull();
    expect(deaProblem('AB123456')).toBe(texts.dea);
    expect(deaProblem('AB12345634')).toBe(texts.dea);
  });

  it.each(['AB1234563', 'F91234563'])('%s has a correct check digit', (value) => expect(isDeaLike(value)).toBe(true));
  it.each(['AB1234564', '1B1234563', 'ABC234563', ''])('%j does not', (value) => expect(isDeaLike(value)).toBe(false));
});

describe('a license and a degree', () => {
  it('are limited in length', () => {
    expect(licenseProblem('x'.repeat(25))).toBeNull();
    expect(licenseProblem('x'.repeat(26))).toBe(texts.license);
    expect(degreeProblem('x'.repeat(16))).toBeNull();
    expect(degreeProblem('x'.repeat(17))).toBe(texts.degree);
  });
});

describe('a Social Security number', () => {
  it.each(['123-45-6789', '123456789', '***-**-6789', '•••-••-6789', 'xxx-xx-6789', '*****6789', '6789', '56789'])(
    'may be %s',
    (value) => expect(ssnProblem(value)).toBeNull(),
  );

  it.each(['12-345-6789', '1234567890', '123', '678901', '***-**-67', 'ABC-DE-6789', '123 45 6789'])(
    'is not %s',
    (value) => expect(ssnProblem(value)).toBe(texts.ssn),
  );

  it.each([
    '000-12-3456',
    '666123456',
    '900-12-3456',
    '999-99-9999',
    '123-00-4567',
    '123450000',
    '0000',
    '***-**-0000',
  ])('is never %s', (value) => expect(ssnProblem(value)).toBe(texts.ssnImpossible));

  it.each(['665-12-3456', '667123456', '899-12-3456', '001-01-0001'])(
    'may be %s, just outside the ranges that are never assigned',
    (value) => expect(ssnProblem(value)).toBeNull(),
  );

  it('is masked only if it is complete', () => {
    expect(maskSsn('123456789')).toBe('***-**-6789');
    expect(maskSsn('123-45-6789')).toBe('***-**-6789');
    expect(maskSsn('6789')).toBe('6789');
  });

  it('is formatted', () => expect(formatSsn('123456789')).toBe('123-45-6789'));
});
