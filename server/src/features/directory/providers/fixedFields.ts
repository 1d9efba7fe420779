import { invalidInput } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { fixedFields } from '../shared/providerPolicy.ts';
import type { ProviderRow } from '../shared/providerPolicy.ts';

const fixedColumns = {
  directEmail: ['direct_email', 'directEmail'],
  email: ['email', 'email'],
  deaNumber: ['dea_number', 'deaNumber'],
  licenseNumber: ['license_number', 'licenseNumber'],
  npiNumber: ['npi_number', 'npiNumber'],
} as const;

type Kept = Record<(typeof fixedColumns)[keyof typeof fixedColumns][0], string | null>;
type Typed = Record<keyof typeof fixedColumns, string | null>;

/** @throws AppError `invalid_input` for fields the caller changed but may not */
export function refuseFixed(actor: Actor, provider: ProviderRow, kept: Kept, typed: Typed): void {
  const errors = Object.entries(fixedFields(actor, provider)).filter(([field]) => {
    const [column, name] = fixedColumns[field as keyof typeof fixedColumns];
    return kept[column] !== typed[name];
  });
  if (errors.length > 0) throw invalidInput(Object.fromEntries(errors));
}
