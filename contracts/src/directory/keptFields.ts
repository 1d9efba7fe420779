import { atMost, optional, required } from '../fields/checked.ts';
import { contactLimits, contactTexts } from '../fields/contact.ts';
import { identifierTexts, npiProblem } from '../fields/identifiers.ts';

// What an import brought to a provider may break rules of the editor, and stays valid as long as it is left as it is.

/** A name that an import brought may be longer than one that is typed; it may stay as it is. */
export const nameOf = (kept: string | undefined, missing: string) =>
  required((value) => {
    if (value === kept) return null;
    return atMost(contactLimits.name, contactTexts.nameTooLong)(value);
  }, missing);

/** An import may know a provider without an NPI; nobody adds one, or takes theirs away. */
export const npiOf = (kept: string | null | undefined) =>
  optional((value) => (value === kept ? null : npiProblem(value))).superRefine((value, context) => {
    if (value === null && kept !== null) context.addIssue({ code: 'custom', message: identifierTexts.npiRequired });
  });

export interface KeptFields {
  firstName: string;
  middleName: string | null;
  lastName: string;
  npiNumber: string | null;
  degree: string | null;
  licenseNumber: string | null;
}
