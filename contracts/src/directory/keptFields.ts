import { atMost, optional, required } from '../fields/checked.ts';
import { contactLimits, contactTexts } from '../fields/contact.ts';
import { identifierTexts, npiProblem } from '../fields/identifiers.ts';

// Imported provider data may violate the editor's rules, and stays valid as long as it is not changed.

/** An imported name may be longer than the editor allows, as long as it is not changed. */
export const nameOf = (kept: string | undefined, missing: string) =>
  required((value) => {
    if (value === kept) return null;
    return atMost(contactLimits.name, contactTexts.nameTooLong)(value);
  }, missing);

/** An imported provider may have no NPI. In the editor, a new provider needs one, and an existing one cannot be removed. */
export const npiOf = (kept: string | null | undefined) =>
  optional((value) => (value === kept ? null : npiProblem(value))).superRefine((value, context) => {
    if (value === null && kept !== null) context.addIssue({ code: 'custom', message: identifierTexts.npiRequired });
  });

export interface KeptFields {
  firstName: string;
  lastName: string;
  npiNumber: string | null;
}
