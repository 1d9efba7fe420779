import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { atMost, optional, required } from './checked.ts';
import { isSet, requiredIf, requiredUnless } from './crossField.ts';

const fields = z.object({ phone: z.string(), consent: z.boolean(), email: z.string() });
const form = fields
  .superRefine(requiredIf('phone', 'consent', 'Phone is required'))
  .superRefine(requiredUnless('email', 'phone', 'Email is required without a phone'));

function problemsOf(values: z.input<typeof form>): Record<string, string> {
  const issues = form.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
}

describe('a field that another one requires', () => {
  it('is required once the other is set', () => {
    expect(problemsOf({ phone: ' ', consent: true, email: 'a' })).toEqual({ phone: 'Phone is required' });
    expect(problemsOf({ phone: '1', consent: true, email: '' })).toEqual({});
  });

  it('is required unless the other is set', () => {
    expect(problemsOf({ phone: '', consent: false, email: '' })).toEqual({
      email: 'Email is required without a phone',
    });
    expect(problemsOf({ phone: '', consent: false, email: 'a' })).toEqual({});
  });
});

it.each([[undefined], [null], [''], ['  '], [false], [[]]])('%j is not set', (value) =>
  expect(isSet(value)).toBe(false),
);
it.each([['a'], [0], [true], [[1]]])('%j is set', (value) => expect(isSet(value)).toBe(true));

describe('a checked text', () => {
  const short = atMost(2, 'Too long');

  it('is trimmed, and null if optional and empty', () => {
    expect(optional(short).parse(' ab ')).toBe('ab');
    expect(optional(short).parse('  ')).toBeNull();
    expect(optional(short).parse(undefined)).toBeNull();
    expect(optional(short).safeParse('abc').error?.issues[0]?.message).toBe('Too long');
  });

  it('has one message if it is required', () => {
    for (const value of [undefined, '', '  ']) {
      const issues = required(short, 'Code is required').safeParse(value).error?.issues;
      expect(issues?.map((issue) => issue.message)).toEqual(['Code is required']);
    }
    expect(required(short, 'Code is required').parse(' ab ')).toBe('ab');
  });
});
