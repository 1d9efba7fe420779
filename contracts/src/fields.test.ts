import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  formatPhone,
  moment,
  optionalName,
  optionalText,
  phoneDigits,
  phoneLink,
  requiredName,
  requiredText,
  timeZone,
} from './fields.ts';
import { required } from './fields/checked.ts';
import './zodTexts.ts';

/** First validation message of a schema for a value, or null. */
const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? null;

describe('a limited text', () => {
  const text = requiredText(5, 'Text is required', 'Text cannot exceed 5 characters');

  it('is trimmed before its length is checked', () => {
    expect(text.parse('  12345  ')).toBe('12345');
    expect(optionalText(5, 'too long').parse('   ')).toBeNull();
  });

  it.each([
    [undefined, 'Text is required'],
    ['   ', 'Text is required'],
    ['123456', 'Text cannot exceed 5 characters'],
  ])('%j: %s', (value, message) => expect(messageOf(text, value)).toBe(message));
});

describe('a name', () => {
  const name = requiredName(5, 'Name is required', 'too long');

  it('is stored without invisible characters', () => {
    expect(name.parse(' A\u200bd\u00ada\u2060 ')).toBe('Ada');
    expect(optionalName(5, 'too long').parse('\u200b\u2800')).toBeNull();
    expect(optionalName(5, 'too long').parse(undefined)).toBeNull();
  });

  it.each(['\u200b\u2060', '\u3164', '\u2800', '\u0301', ' '])('%j is not a name', (value) => {
    expect(messageOf(name, value)).toBe('Name is required');
    expect(
      messageOf(
        required(() => null, 'Name is required'),
        value,
      ),
    ).toBe('Name is required');
  });
});

describe('phone digits', () => {
  it.each([
    ['(617) 555-0123', '6175550123'],
    ['617-555-0123 x12', '6175550123x12'],
    ['6175550123x12', '6175550123x12'],
    ['+1 617 555 0123 ext. 12', '16175550123x12'],
    ['617555012312', '617555012312'],
    ['x12', '12'],
    ['', null],
    [null, null],
  ])('%j is kept as %j', (typed, kept) => expect(phoneDigits(typed)).toBe(kept));

  it.each([
    ['6175550123', '(617) 555-0123'],
    ['16175550123', '(617) 555-0123'],
    ['6175550123x12', '(617) 555-0123 x12'],
    ['16175550123x1', '(617) 555-0123 x1'],
    ['617555012312', '(617) 555-0123 x12'],
    ['1617555012312345', '(617) 555-0123 x12345'],
    ['5550123', '5550123'],
    ['5550123x12345', '5550123x12345'],
    ['1175550123', '1175550123'],
    [null, ''],
  ])('%j is shown as %j', (kept, shown) => expect(formatPhone(kept)).toBe(shown));

  it.each([
    ['6175550123', 'tel:+16175550123'],
    ['16175550123', 'tel:+16175550123'],
    ['6175550123x12', 'tel:+16175550123;ext=12'],
    ['617555012312', 'tel:+16175550123;ext=12'],
    ['+442079460958x12', 'tel:+442079460958;ext=12'],
    ['5550123', 'tel:5550123'],
  ])('%j is called at %s', (kept, link) => expect(phoneLink(kept)).toBe(link));
});

it('accepts timestamps of this century only', () => {
  expect(messageOf(moment, '2026-07-04T10:00:00-04:00')).toBeNull();
  expect(messageOf(moment, '0026-07-04T10:00:00-04:00')).toBe('Please enter a valid date');
});

describe('a field without its own message', () => {
  it.each([
    [z.string(), undefined, 'This field is required'],
    [z.number(), null, 'This field is required'],
    [z.enum(['a', 'b']), undefined, 'This field is required'],
    [z.union([z.literal(1), z.literal(2)]), undefined, 'This field is required'],
    [z.string().min(1), '', 'This field is required'],
    [z.string().max(3), 'four', 'Must be 3 characters or less'],
    [z.number(), 'seven', 'Invalid value'],
    [z.enum(['a', 'b']), 'c', 'Invalid value'],
    [z.string('Name is required'), undefined, 'Name is required'],
  ])('%# says it in plain words', (schema, value, message) => expect(messageOf(schema, value)).toBe(message));
});

describe('a time zone', () => {
  it.each([
    ['America/New_York', 'America/New_York'],
    ['utc', 'UTC'],
    // PostgreSQL reads AST as Atlantic time.
    ['AST', 'America/Anchorage'],
    ['US/Pacific-New', 'America/Los_Angeles'],
  ])('has its main name: %s', (given, name) => {
    expect(timeZone.parse(given)).toBe(name);
  });

  // PostgreSQL counts offsets in the other direction.
  it.each(['Mars/Olympus', '+05:30', '+0530', '-05', ''])('is not %j', (given) => {
    expect(messageOf(timeZone, given)).toBe('Please name a time zone');
  });
});
