import { mostProviderPages } from '@careloop/contracts/directory';
import { apsPageSize, apsTexts, getApsLookups, groupedPageSize, searchAps } from '@careloop/contracts/directory/search';
import type { ApsGroup, ApsProvider, ApsQuery } from '@careloop/contracts/directory/search';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { requirePatient } from '../../../core/access/patientAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { coordinatesOfZip } from '../../../core/geography/zipCoordinates.ts';
import type { Coordinates } from '../../../core/geography/zipCoordinates.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { streetKey } from '../addresses/streetKey.ts';
import { isPermitted } from '../policy.ts';
import {
  findAffiliations,
  findApsLookups,
  findFacilityPlace,
  findPatientPlace,
  findSearchClient,
  findTags,
} from './lookups.ts';
import { searchDirectory } from './queries.ts';

/** The tags of a search, under either name. */
const tagNames = ['healthcareProviderTagIds', 'providerTags'] as const;
const tagsOf = (input: ApsQuery) => tagNames.flatMap((name) => input[name]);

export function apsRoutes(app: App): void {
  route(app, getApsLookups, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId ?? null });
    if (input.patientId !== undefined) await requirePatient(db, actor, input.patientId);
    const lookups = await findApsLookups(db, actor, input);
    if (isPermitted(actor, input.requiredPermission)) return lookups;
    return { ...lookups, providerTags: [], affiliations: [], facilityAddress: null };
  });

  route(app, searchAps, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId ?? null });
    if (input.patientId != null) await requirePatient(db, actor, input.patientId);
    const clientId = await findSearchClient(db, actor, input);
    await requireKnown(db, clientId, input);
    const { here, isStreetUnknown } = await findStart(db, actor, input);
    const distance = input.distance ?? null;
    if (distance !== null && here === null) throw invalidInput({ 'address.zipcode': apsTexts.zipRequired });
    if (!isPermitted(actor, input.requiredPermission)) return { data: [], hasMore: false, isStreetUnknown };
    const size = input.groupByOrganization ? groupedPageSize : apsPageSize;
    const rows = await searchDirectory(
      db,
      { ...input, healthcareProviderTagIds: tagsOf(input), clientId, here, distance },
      { limit: size + 1, offset: (input.page - 1) * size },
    );
    const items = rows.slice(0, size);
    const hasMore = rows.length > size && input.page < mostProviderPages;
    return { data: input.groupByOrganization ? grouped(items) : items, hasMore, isStreetUnknown };
  });
}

/** @throws AppError `invalid_input` for a tag or tier that does not exist or belongs to another client */
async function requireKnown(db: Db, clientId: number | null, input: ApsQuery): Promise<void> {
  if (tagsOf(input).length > 0) {
    const known = new Set((await findTags(db, clientId)).map((tag) => tag.healthcareProviderTagId));
    const wrong = tagNames.find((name) => !input[name].every((tagId) => known.has(tagId)));
    if (wrong !== undefined) throw invalidInput({ [wrong]: apsTexts.unknownTag });
  }
  if (input.affiliation != null) {
    const tiers = await findAffiliations(db, clientId);
    if (!tiers.some((tier) => tier.value === input.affiliation))
      throw invalidInput({ affiliation: apsTexts.unknownAffiliation });
  }
}

/** The position distances are measured from; null if it is unknown. */
interface Start {
  here: Coordinates | null;
  /** Whether a street was given of which only the ZIP code is known. */
  isStreetUnknown: boolean;
}

/**
 * The start of a search: an address of the directory, the address of the patient or facility, or one entered instead. Its
 * position is that of a shared address of the directory with the same street; otherwise the center of the ZIP code is used, and
 * the answer says so.
 */
async function findStart(db: Db, actor: Actor, input: ApsQuery): Promise<Start> {
  const { addressId, address1, zipcode } = input.address ?? {};
  const [street, zip] = [address1 ?? '', zipcode ?? ''];
  const center = zip === '' ? null : coordinatesOfZip(zip);
  if (zip !== '' && center === null) throw invalidInput({ 'address.zipcode': apsTexts.unknownZip });
  const chosen = addressId == null ? null : await findKnown(db, sql`address_id = ${addressId}`);
  if (chosen !== null) return { here: chosen, isStreetUnknown: false };
  const subject =
    input.searchNear === 'Facility'
      ? (await findFacilityPlace(db, actor, input))?.place
      : await findPatientPlace(db, actor, input.patientId);
  const theirs = subject?.address;
  const isTheirs =
    (zip === '' || theirs?.zipcode?.slice(0, 5) === zip.slice(0, 5)) &&
    (street === '' || streetKey(street) === streetKey(theirs?.address1 ?? ''));
  if (isTheirs && subject?.isExact === true) return { here: subject.position, isStreetUnknown: false };
  const place = isTheirs ? { street: theirs?.address1, zip: theirs?.zipcode } : { street, zip };
  const known =
    place.street && place.zip
      ? await findKnown(db, sql`place_key = address_place_key(${place.street}, null, null, null, ${place.zip})`)
      : null;
  const here = known ?? (isTheirs ? subject?.position : undefined) ?? center;
  return { here, isStreetUnknown: known === null && here !== null && Boolean(place.street) };
}

/** The position of a shared address of the directory. */
async function findKnown(db: Db, isMeant: RawBuilder<unknown>): Promise<Coordinates | null> {
  const { rows } = await sql<Coordinates>`
    select latitude, longitude from address
    where latitude is not null and longitude is not null and is_shared and ${isMeant}`.execute(db);
  return rows[0] ?? null;
}

/** Groups consecutive rows of the same practice under its name. */
function grouped(items: readonly ApsProvider[]): ApsGroup[] {
  const groups: ApsGroup[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last !== undefined && last.healthcareOrganizationId === item.healthcareOrganizationId) {
      last.items.push(item);
      continue;
    }
    const { healthcareOrganizationId, organizationName } = item;
    groups.push({ healthcareOrganizationId, organizationName, items: [item] });
  }
  return groups;
}
