import { organizationLimits, organizationTexts } from '@careloop/contracts/directory/organizations';
import type { OrganizationAddress, saveOrganizationAddress } from '@careloop/contracts/directory/organizations';
import { addressNumberRules } from '@careloop/contracts/fields/address';
import type { InputOf, OutputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import { refused, requireValidAddress, requireValidTexts, requireVersion } from '../../../platform/errors.ts';
import { addressColumns } from '../addresses/moveLinks.ts';
import { addSharedPlace, isSamePlace } from '../addresses/changePlace.ts';
import type { PlaceLines } from '../addresses/changePlace.ts';
import { findLastChangeOfOrganization } from './queries.ts';
import type { OrganizationRow } from './queries.ts';

type Input = InputOf<typeof saveOrganizationAddress>;
type Saved = OutputOf<typeof saveOrganizationAddress>;

/**
 * Adds, changes or archives an address of an organization, whose row is locked. Imports do not overwrite what was saved here.
 */
export async function saveAddressOf(
  db: Db,
  actor: Actor,
  organization: Authorized<OrganizationRow, 'edit'>,
  input: Input,
): Promise<Saved> {
  const { addresses, healthcareOrganizationId } = organization;
  const infoId = input.healthcareOrganizationAddressInfoId;
  if (!infoId) {
    if (addresses.length >= organizationLimits.addresses) throw refused(organizationTexts.tooManyAddresses);
    const values = columnsOf(addresses, await addSharedPlace(db, input), input);
    const { id } = await db
      .insertInto('healthcare_organization_address_info')
      .values({ healthcare_organization_id: healthcareOrganizationId, ...values })
      .returning('healthcare_organization_address_info_id as id')
      .executeTakeFirstOrThrow();
    return saved(db, actor, organization, 'address_added', { healthcareOrganizationAddressInfoId: id, version: 1 });
  }
  const kept = addresses.find((one) => one.healthcareOrganizationAddressInfoId === infoId);
  if (kept === undefined) throw refused(organizationTexts.addressNotFound);
  await requireVersion(input.version ?? 0, kept.version, organizationTexts.changed, () =>
    findLastChangeOfOrganization(db, healthcareOrganizationId),
  );
  const change = input.isArchived ? { is_archived: true } : await changeOf(db, addresses, kept, input);
  await db
    .updateTable('healthcare_organization_address_info')
    .set({
      ...change,
      source_key: sql<string | null>`case when source_key is not null then 'edited' end`,
      version: kept.version + 1,
    })
    .where('healthcare_organization_address_info_id', '=', infoId)
    .execute();
  return saved(db, actor, organization, input.isArchived ? 'address_archived' : 'address_saved', {
    healthcareOrganizationAddressInfoId: infoId,
    version: kept.version + 1,
  });
}

async function changeOf(db: Db, all: readonly OrganizationAddress[], kept: OrganizationAddress, input: Input) {
  requireValidTexts(addressNumberRules, input, { officePhone: kept.officePhone, faxNumber: kept.fax });
  requireValidAddress(input, kept, true);
  const others = all.filter((one) => one !== kept);
  return columnsOf(others, isSamePlace(kept, input) ? kept.addressId : await addSharedPlace(db, input), input);
}

const linkColumnsOf = writes<
  Input,
  'healthcare_organization_address_info',
  keyof PlaceLines | 'healthcareOrganizationId' | 'healthcareOrganizationAddressInfoId' | 'isArchived' | 'version'
>()(addressColumns);

/** @param others the organization's other addresses; it may have each place only once */
function columnsOf(others: readonly OrganizationAddress[], addressId: number, input: Input) {
  if (others.some((one) => one.addressId === addressId)) throw refused(organizationTexts.hasAddress);
  return { address_id: addressId, ...linkColumnsOf(input) };
}

/** Increments the organization's version, so that a concurrent edit of it, which includes the main address, fails as stale. */
async function saved(
  db: Db,
  actor: Actor,
  { healthcareOrganizationId }: OrganizationRow,
  what: 'address_added' | 'address_saved' | 'address_archived',
  answer: Saved,
): Promise<Saved> {
  await db
    .updateTable('healthcare_organization')
    .set({ version: sql<number>`version + 1`, changed_by_user_id: actor.userId, changed_at: new Date() })
    .where('healthcare_organization_id', '=', healthcareOrganizationId)
    .execute();
  await record(db, actor, {
    action: `organization.${what}`,
    subjectType: 'healthcare_organization',
    subjectId: healthcareOrganizationId,
    details: { healthcareOrganizationAddressInfoId: answer.healthcareOrganizationAddressInfoId },
  });
  return answer;
}
