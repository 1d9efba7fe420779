import type { Actor } from '../../../platform/identity/actor.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { fixedFields, mayChangeKnown } from '../shared/providerPolicy.ts';
import type { ProviderRow } from '../shared/providerPolicy.ts';

const fixedColumns = {
  directEmail: ['direct_email', 'directEmail'],
  email: ['email', 'email'],
  deaNumber: ['dea_number', 'deaNumber'],
  licenseNumber: ['license_number', 'licenseNumber'],
  npiNumber: ['npi_number', 'npiNumber'],
} as const;

/** Who the provider is, and where documents are sent: of a record of no client, only unknown values are filled in. */
const sharedColumns = {
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  deaNumber: 'dea_number',
  licenseNumber: 'license_number',
  email: 'email',
  directEmail: 'direct_email',
  fax: 'fax',
} as const;

type Kept = Record<
  (typeof fixedColumns)[keyof typeof fixedColumns][0] | (typeof sharedColumns)[keyof typeof sharedColumns],
  string | null
>;
type Typed = Record<keyof typeof fixedColumns | keyof typeof sharedColumns, string | null>;

/** @throws AppError `invalid_input` for fields the caller changed but may not */
export function refuseFixed(actor: Actor, provider: ProviderRow, kept: Kept, typed: Typed): void {
  const errors = Object.entries(fixedFields(actor, provider)).filter(([field]) => {
    const [column, name] = fixedColumns[field as keyof typeof fixedColumns];
    return kept[column] !== typed[name];
  });
  if (errors.length > 0) throw invalidInput(Object.fromEntries(errors));
}

/** Why known values of a record of no client cannot be replaced, by field. */
export function knownProblems(actor: Actor, provider: ProviderRow, kept: Kept, typed: Typed): Record<string, string> {
  const allowance = mayChangeKnown(actor, provider);
  if (allowance === true) return {};
  const changed = Object.entries(sharedColumns).filter(
    ([field, column]) => (kept[column] ?? '') !== '' && kept[column] !== typed[field as keyof typeof sharedColumns],
  );
  return Object.fromEntries(changed.map(([field]) => [field, allowance]));
}
