import { organizationRules, organizationTexts } from '@careloop/contracts/directory/organizations';
import type { saveOrganization as endpoint } from '@careloop/contracts/directory/organizations';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import {
  invalidInput,
  refused,
  requireValidAddress,
  requireValidTexts,
  requireVersion,
} from '../../../platform/errors.ts';
import { findLastChangeOfOrganization, lockOrganization, organizationColumns } from './queries.ts';
import { addSharedPlace, isSamePlace } from '../addresses/changePlace.ts';
import type { PlaceLines } from '../addresses/changePlace.ts';
import type { OrganizationToSave } from '../policy.ts';

type Input = InputOf<typeof endpoint>;

/** The lines are those of the main address. */
const columnsOf = writes<Input, 'healthcare_organization', keyof PlaceLines | 'healthcareOrganizationId' | 'version'>()(
  organizationColumns,
);

/** Loads and locks the organization to change; `existing` is null for a new one. @throws AppError if it does not exist */
export async function findOrganizationToSave(db: Db, actor: Actor, input: Input): Promise<OrganizationToSave> {
  const { healthcareOrganizationId: id } = input;
  if (!id) return { existing: null };
  const row = await lockOrganization(db, actor, id);
  if (row === undefined) throw refused(organizationTexts.notFound);
  return { existing: row };
}

/** Changes an organization, or adds one. */
export async function saveOrganization(
  db: Db,
  actor: Actor,
  { existing }: Authorized<OrganizationToSave, 'save'>,
  input: Input,
) {
  if (existing !== null) {
    const { healthcareOrganizationId, version } = existing;
    await requireVersion(input.version ?? 0, version, organizationTexts.changed, () =>
      findLastChangeOfOrganization(db, healthcareOrganizationId),
    );
    requireValidTexts(organizationRules, input, existing);
    requireValidAddress(input, existing.addresses[0]);
  }
  await requireUnusedNpi(db, input.npiNumber, existing?.healthcareOrganizationId);
  const columns = {
    ...columnsOf(input),
    changed_by_user_id: actor.userId,
    changed_at: new Date(),
  };
  const healthcareOrganizationId = existing?.healthcareOrganizationId ?? (await insert(db, columns));
  if (existing !== null) {
    await db
      .updateTable('healthcare_organization')
      .set({ ...columns, version: existing.version + 1 })
      .where('healthcare_organization_id', '=', healthcareOrganizationId)
      .execute();
  }
  await saveMainAddress(db, healthcareOrganizationId, existing?.addresses ?? [], input);
  await record(db, actor, {
    action: existing === null ? 'organization.added' : 'organization.saved',
    subjectType: 'healthcare_organization',
    subjectId: healthcareOrganizationId,
  });
  return { healthcareOrganizationId, version: existing === null ? 1 : existing.version + 1 };
}

async function insert(db: Db, columns: ReturnType<typeof columnsOf>): Promise<number> {
  const { id } = await db
    .insertInto('healthcare_organization')
    .values(columns)
    .returning('healthcare_organization_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Imported organizations may share an NPI, but users may not enter one that is in use. Concurrent saves of one NPI are
 * serialized.
 */
async function requireUnusedNpi(db: Db, npiNumber: string | null, ownId: number | undefined): Promise<void> {
  if (npiNumber === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`organization NPI ${npiNumber}`}, 0))`.execute(db);
  const other = await db
    .selectFrom('healthcare_organization')
    .select('healthcare_organization_id')
    .where('npi_number', '=', npiNumber)
    .where('healthcare_organization_id', '<>', ownId ?? 0)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) throw invalidInput({ npiNumber: organizationTexts.sameNpi });
}

type Addresses = NonNullable<OrganizationToSave['existing']>['addresses'];

/**
 * Moves the organization to another place, or removes its main address; the place itself stays unchanged for others. Imports do
 * not overwrite what was saved here.
 */
async function saveMainAddress(db: Db, healthcareOrganizationId: number, addresses: Addresses, input: Input) {
  const [main, ...others] = addresses;
  const infoId = main?.healthcareOrganizationAddressInfoId;
  if (main !== undefined && isSamePlace(main, input)) return;
  const isEmpty = input.address1 === null;
  if (infoId === undefined) {
    if (isEmpty) return;
    const values = {
      healthcare_organization_id: healthcareOrganizationId,
      address_id: await addSharedPlace(db, input),
    };
    await db.insertInto('healthcare_organization_address_info').values(values).execute();
    return;
  }
  const change = isEmpty ? { is_archived: true } : { address_id: await addSharedPlace(db, input) };
  if (others.some(({ addressId }) => addressId === change.address_id)) throw refused(organizationTexts.hasAddress);
  await db
    .updateTable('healthcare_organization_address_info')
    .set({
      ...change,
      source_key: sql<string | null>`case when source_key is not null then 'edited' end`,
      version: sql<number>`version + 1`,
    })
    .where('healthcare_organization_address_info_id', '=', infoId)
    .execute();
}
