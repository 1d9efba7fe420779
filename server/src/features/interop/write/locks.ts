import { lockDirectory, lockPeople } from '../../../core/person-matching/lockPeople.ts';
import { directoryDrafts, namesIn } from '../fhir/unit.ts';
import { isLasting, primaryKey } from '../shared/references.ts';
import { facilityNameKey } from './facilityNames.ts';
import { Resolver, isShared } from './resolver.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { Drafts } from '../fhir/unit.ts';
import type { ClaimDraft } from '../fhir/claims.ts';
import type { Key } from '../shared/references.ts';

interface UnitToLock {
  clientId: number;
  drafts: Drafts;
  claims: readonly ClaimDraft[];
  /** Of a message or document. */
  digest: string | undefined;
}

/**
 * Locks what a unit writes, so that units about different people run side by side, and each sees what units about the same
 * people have written. First the directory, then the client, each in one order.
 */
export async function lockUnit(db: Db, { clientId, drafts, claims, digest }: UnitToLock): Promise<void> {
  await lockDirectory(db, await directoryKeys(db, clientId, drafts));
  const names = [...namesIn(drafts), ...claims.flatMap(({ patient }) => patient.candidates)];
  const numbers = drafts.patients.flatMap(({ endedKeys, authorityKeys, ssnKey }) => [
    ...endedKeys,
    ...authorityKeys,
    ...(ssnKey === null ? [] : [ssnKey]),
  ]);
  const places = drafts.locations.filter(({ isInside }) => !isInside).map(facilityNameKey);
  const isOfClient = (key: Key) => isLasting(key) && !isShared(key);
  const keys = [...[...names, ...numbers].filter(isOfClient), ...places];
  const patients = drafts.patients.map(({ columns }) => columns);
  await lockPeople(db, clientId, digest === undefined ? keys : [...keys, `message ${digest}`], patients);
}

/**
 * Keys of the directory's records that the unit may write. Most messages only name providers who are known, and add nothing to
 * them.
 */
async function directoryKeys(db: Db, clientId: number, drafts: Drafts): Promise<Key[]> {
  const records = directoryDrafts(drafts);
  const ifNew = records.filter(({ source }) => source.ifNoneExist !== null);
  const resolver = new Resolver(clientId, new Set());
  await resolver.load(
    db,
    ifNew.flatMap(({ keys }) => keys),
  );
  return records
    .filter((draft) => !ifNew.includes(draft) || !resolver.isKnown(primaryKey(draft.keys)))
    .flatMap(({ keys }) => keys.filter(isLasting));
}
