import { z } from 'zod';
import { allOf, atMost, type Problem } from './checked.ts';

// Names and electronic addresses of people (docs/domain/fields.md).

export const contactLimits = { username: 20, name: 25, email: 50, directEmail: 75 } as const;

export const contactTexts = {
  email: 'Invalid email address',
  emailTooLong: 'Email address cannot exceed 50 characters',
  directEmail: 'Invalid direct email address',
  directEmailTooLong: 'Direct email cannot exceed 75 characters',
  directEmailSame: 'Direct email cannot be the same as email address',
  usernameTooLong: 'Username cannot exceed 20 characters',
  username: 'Username can only contain letters, digits and . - _ @',
  nameTooLong: 'Name cannot exceed 25 characters',
} as const;

const email = z.email();
const isEmail = (value: string) => email.safeParse(value).success;

export const emailProblem = allOf(
  (value) => (isEmail(value) ? null : contactTexts.email),
  atMost(contactLimits.email, contactTexts.emailTooLong),
);

/** A Direct address. It must differ from the email address: see `checkEmails`. */
export const directEmailProblem = allOf(
  (value) => (isEmail(value) ? null : contactTexts.directEmail),
  atMost(contactLimits.directEmail, contactTexts.directEmailTooLong),
);

/** Whether two addresses are the same mailbox; false if empty, or if they were not even texts. */
export function isSameAddress(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((value) => (typeof value === 'string' ? value.trim().toLowerCase() : ''));
  return first !== '' && first === second;
}

type Emails = Record<'email' | 'directEmail', string | null>;

/** Refuses a Direct address that is also the email address. */
export function checkEmails({ email: own, directEmail }: Emails, context: z.RefinementCtx): void {
  if (isSameAddress(own, directEmail))
    context.addIssue({ code: 'custom', path: ['directEmail'], message: contactTexts.directEmailSame });
}

const usernameForm: Problem = (value) => (/^[\w.\-@]+$/.test(value) ? null : contactTexts.username);
export const usernameProblem = allOf(usernameForm, atMost(contactLimits.username, contactTexts.usernameTooLong));

export const nameProblem = atMost(contactLimits.name, contactTexts.nameTooLong);
