import { describe, expect, it } from 'vitest';
import {
  contactTexts as texts,
  directEmailProblem,
  emailProblem,
  isSameAddress,
  nameProblem,
  usernameProblem,
} from './contact.ts';

const long = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;

describe('an email address', () => {
  it.each(['a@b.org', "o'brien+test@clinic.example.org", long(50)])('may be %s', (value) =>
    expect(emailProblem(value)).toBeNull(),
  );
  it.each([
    ['a@b', texts.email],
    ['a b@c.org', texts.email],
    ['@c.org', texts.email],
    [long(51), texts.emailTooLong],
  ])('is not %s', (value, message) => expect(emailProblem(value)).toBe(message));
});

describe('a direct email address', () => {
  it('has its own length limit', () => {
    expect(directEmailProblem(long(74))).toBeNull();
    expect(directEmailProblem(long(76))).toBe(texts.directEmailTooLong);
    expect(directEmailProblem('nobody')).toBe(texts.directEmail);
  });

  it('is compared without regard to case and surrounding spaces', () => {
    expect(isSameAddress(' A@b.org', 'a@B.ORG ')).toBe(true);
    expect(isSameAddress('', null)).toBe(false);
    expect(isSameAddress('a@b.org', 'c@b.org')).toBe(false);
  });
});

describe('a username', () => {
  it.each(['a', 'dr.patel-2_x@clinic', 'x'.repeat(20)])('may be %s', (value) =>
    expect(usernameProblem(value)).toBeNull(),
  );
  it.each([
    ['dr patel', texts.username],
    ['dr/patel', texts.username],
    ['müller', texts.username],
    ['x'.repeat(21), texts.usernameTooLong],
  ])('is not %s', (value, message) => expect(usernameProblem(value)).toBe(message));
});

it('limits a name to 25 characters', () => {
  expect(nameProblem('x'.repeat(25))).toBeNull();
  expect(nameProblem('x'.repeat(26))).toBe(texts.nameTooLong);
});
