import { languageOfCode } from '@careloop/contracts/codes/languages';
import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { providerFields, providerRules } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import type { KeptFields } from '@careloop/contracts/directory/keptFields';
import type { saveProvider as endpoint } from '@careloop/contracts/directory/changes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { isNpi } from '@careloop/contracts/fields/identifiers';
import { changedProblems } from '@careloop/contracts/fields/onFile';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { isOfferedTo } from '../../../core/access/sharedLookups.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db, DB } from '../../../platform/db/client.ts';
import { onFile } from '../../../platform/db/onFile.ts';
import { writes } from '../../../platform/db/writes.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import { invalidInput, refused, requireVersion } from '../../../platform/errors.ts';
import { addressColumns, onlyOnce } from '../addresses/moveLinks.ts';
import { isEnteredForAll, placeToAdd } from '../addresses/changePlace.ts';
import type { PlaceLines } from '../addresses/changePlace.ts';
import { savingPlaces } from '../policy.ts';
import { knownProblems, refuseFixed } from './fixedFields.ts';
import { clientOfUser } from './makeUser.ts';
import type { NewProvider, ProviderRow } from '../shared/providerPolicy.ts';
import { findLastChange, providerColumns } from '../shared/queries/providers.ts';
import { areTagsKnown, saveTags } from './saveTags.ts';

type Input = InputOf<typeof endpoint>;
type KeptProvider = Selectable<DB['healthcare_provider']>;
type Saved = { healthcareProviderId: number; userId: number | null; version: number };

/** Fields the caller may not see are not in the input and keep their values. */
const columnsOf = writes<
  Input,
  'healthcare_provider',
  'healthcareProviderId' | 'version' | 'originClientId' | 'createStubUser' | 'addresses' | 'healthcareProviderTagIds'
>()({
  ...providerColumns,
  npiNumber: (npi) => ({ npi_number: npi, npi_is_valid: npi === null ? undefined : isNpi(npi) }),
});

/** Adds a provider to the directory. */
export async function addProvider(
  db: Db,
  actor: Actor,
  { originClientId }: Authorized<NewProvider, 'add'>,
  input: Input,
): Promise<Saved> {
  refuseProblems(await problemsOf(db, actor, input));
  const { healthcareProviderId } = await refuseSameNpi(
    db
      .insertInto('healthcare_provider')
      .values({ ...columnsOf(input), origin_client_id: originClientId, ...changedBy(actor) })
      .returning('healthcare_provider_id as healthcareProviderId')
      .executeTakeFirstOrThrow(),
  );
  await saveTags(db, actor, healthcareProviderId, input.healthcareProviderTagIds);
  await onlyOnce(addAddresses(db, healthcareProviderId, input.addresses));
  await record(db, actor, {
    action: 'provider.added',
    subjectType: 'healthcare_provider',
    subjectId: healthcareProviderId,
  });
  const userId = input.createStubUser
    ? await createStubUser(db, actor, { ...input, healthcareProviderId, originClientId })
    : null;
  return { healthcareProviderId, userId, version: 1 };
}

/** Changes a provider. Imports do not overwrite values that differ from the last imported ones. */
export async function editProvider(
  db: Db,
  actor: Actor,
  provider: Authorized<ProviderRow, 'edit'>,
  input: Input,
): Promise<Saved> {
  const { healthcareProviderId } = provider;
  await requireVersion(input.version ?? 0, provider.version, providerTexts.changed, () =>
    findLastChange(db, healthcareProviderId),
  );
  const kept = await db
    .selectFrom('healthcare_provider')
    .selectAll()
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .executeTakeFirstOrThrow();
  refuseFixed(actor, provider, kept, input);
  const isNpiSettled = kept.npi_number !== null && kept.npi_is_valid;
  if (isNpiSettled && input.npiNumber !== kept.npi_number) throw invalidInput({ npiNumber: providerTexts.npiFixed });
  refuseProblems({
    ...knownProblems(actor, provider, kept, input),
    ...(await problemsOf(db, actor, input, { ...kept, names: namesOf(kept) })),
  });
  if (input.addresses.some(isEnteredForAll))
    authorize(actor, savingPlaces, 'changePlace', { ...provider, isPlaceOfOthers: false });
  const after = columnsOf(input);
  const fields = changedIn(kept, after);
  await onlyOnce(addAddresses(db, healthcareProviderId, input.addresses));
  const areTagsChanged = await saveTags(db, actor, healthcareProviderId, input.healthcareProviderTagIds);
  const userId =
    input.createStubUser && provider.userId === null
      ? await createStubUser(db, actor, {
          ...input,
          healthcareProviderId,
          originClientId: provider.ownerClientId ?? input.originClientId,
        })
      : provider.userId;
  const isSame = fields.length === 0 && !areTagsChanged && input.addresses.length === 0 && userId === provider.userId;
  if (isSame) return { healthcareProviderId, userId, version: provider.version };
  await refuseSameNpi(
    db
      .updateTable('healthcare_provider')
      .set({ ...after, ...changedBy(actor), version: provider.version + 1 })
      .where('healthcare_provider_id', '=', healthcareProviderId)
      .execute(),
  );
  await record(db, actor, {
    action: 'provider.edited',
    subjectType: 'healthcare_provider',
    subjectId: healthcareProviderId,
    // Only field names: notes may mention patients.
    details: { fields: [...fields, ...(areTagsChanged ? ['tags'] : [])], addedAddresses: input.addresses.length },
  });
  return { healthcareProviderId, userId, version: provider.version + 1 };
}

/** Names and numbers that stay valid as long as they are not edited. */
function namesOf(kept: KeptProvider): KeptFields {
  return {
    firstName: kept.first_name,
    lastName: kept.last_name,
    npiNumber: kept.npi_number,
  };
}

const changedBy = (actor: Actor) => ({ updated_by_user_id: actor.userId, updated_at: sql<Date>`now()` });

const textOf = (value: unknown) => (value === undefined ? 'null' : JSON.stringify(value));

function changedIn(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(after).filter((column) => textOf(before[column]) !== textOf(after[column]));
}

/** Everything that is wrong with the input, by field, so that no error waits for another to be corrected. */
export async function problemsOf(
  db: Db,
  actor: Actor,
  input: Input,
  kept?: KeptProvider & { names: KeptFields },
): Promise<Record<string, string>> {
  return {
    ...nameProblems(input, kept?.names),
    ...Object.fromEntries(changedProblems(providerRules, input, kept && onFile(providerColumns, kept))),
    ...(await choiceProblems(db, actor, input, kept)),
  };
}

function refuseProblems(problems: Record<string, string>): void {
  if (Object.keys(problems).length > 0) throw invalidInput(problems);
}

/** Problems of names and numbers; values that are already stored are accepted. */
function nameProblems(input: Input, kept: KeptFields | undefined): Record<string, string> {
  const { firstName, lastName, npiNumber, deaNumber } = providerFields(kept).shape;
  const rules = { firstName, lastName, npiNumber, deaNumber };
  const problems = Object.entries(rules).flatMap(([name, rule]) => {
    const problem = rule.safeParse(input[name as 'firstName']).error?.issues[0]?.message;
    return problem === undefined ? [] : [[name, problem] as const];
  });
  return Object.fromEntries(problems);
}

/** Selected options must still be offered, unless the provider has them already, and the NPI must be nobody else's. */
async function choiceProblems(
  db: Db,
  actor: Actor,
  { healthcareProviderSpecialtyId, languageCodes, healthcareProviderTagIds, npiNumber }: Input,
  kept: Pick<KeptProvider, 'healthcare_provider_id' | 'healthcare_provider_specialty_id'> | undefined,
): Promise<Record<string, string>> {
  const providerId = kept?.healthcare_provider_id ?? null;
  const { rows } = await sql<{ is_offered: boolean | null; is_npi_taken: boolean }>`select
    (select not is_archived and ${isOfferedTo(actor)} from healthcare_provider_specialty
      where healthcare_provider_specialty_id = ${healthcareProviderSpecialtyId}) as is_offered,
    exists (select from healthcare_provider n where n.npi_number = ${npiNumber} and n.npi_is_valid
      and n.healthcare_provider_id is distinct from ${providerId}::bigint) as is_npi_taken`.execute(db);
  const { is_offered: isOffered = null, is_npi_taken: isNpiTaken = false } = rows[0] ?? {};
  const isKept = healthcareProviderSpecialtyId === kept?.healthcare_provider_specialty_id;
  const isSpecialtyGone = isOffered === null || (!isOffered && !isKept);
  const isLanguageUnknown = languageCodes.some((code) => languageOfCode(code) === undefined);
  return {
    ...(isNpiTaken && { npiNumber: providerTexts.sameNpi }),
    ...(isSpecialtyGone && { healthcareProviderSpecialtyId: providerTexts.unknownSpecialty }),
    ...(isLanguageUnknown && { languageCodes: providerTexts.unknownLanguage }),
    ...(!(await areTagsKnown(db, actor, healthcareProviderTagIds, providerId)) && {
      healthcareProviderTagIds: providerTexts.unknownTag,
    }),
  };
}

/** Concurrent saves can pass every check except the unique index. */
function refuseSameNpi<Result>(statement: Promise<Result>): Promise<Result> {
  return onConstraint(statement, {
    healthcare_provider_valid_npi: () => invalidInput({ npiNumber: providerTexts.sameNpi }),
  });
}

const addressColumnsOf = writes<
  Input['addresses'][number],
  'healthcare_provider_address_info',
  keyof PlaceLines | 'addressId' | 'saveLocally'
>()(addressColumns);

async function addAddresses(db: Db, healthcareProviderId: number, addresses: Input['addresses']): Promise<void> {
  if (addresses.length === 0) return;
  const kept = await db
    .selectFrom('healthcare_provider_address_info')
    .select('address_id')
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .where('is_archived', '=', false)
    .execute();
  const listed = new Set(kept.map((link) => link.address_id));
  for (const address of addresses) {
    const addressId = await placeToAdd(db, address);
    if (listed.has(addressId)) throw refused(addressDialogTexts.isListed);
    listed.add(addressId);
    await db
      .insertInto('healthcare_provider_address_info')
      .values({
        healthcare_provider_id: healthcareProviderId,
        address_id: addressId,
        ...addressColumnsOf(address),
      })
      .execute();
  }
}

type StubUser = Pick<Input, 'firstName' | 'lastName' | 'originClientId'> & { healthcareProviderId: number };

/**
 * Creates a user record as a placeholder for the provider: inactive, without username, password and address, so that it cannot
 * sign in, receives nothing and is not found by searches.
 */
async function createStubUser(db: Db, actor: Actor, provider: StubUser): Promise<number> {
  const clientId = clientOfUser(actor, provider.originClientId, (message) => ({ originClientId: message }));
  const { userId } = await db
    .insertInto('user_account')
    .values({
      username: '',
      is_stub: true,
      is_active: false,
      user_type: 'provider',
      first_name: provider.firstName,
      last_name: provider.lastName,
      origin_client_id: clientId,
    })
    .returning('user_id as userId')
    .executeTakeFirstOrThrow();
  await db.insertInto('user_client').values({ user_id: userId, client_id: clientId }).execute();
  await db
    .updateTable('healthcare_provider')
    .set({ user_id: userId })
    .where('healthcare_provider_id', '=', provider.healthcareProviderId)
    .execute();
  await record(db, actor, {
    action: 'user.stub_created',
    subjectType: 'user',
    subjectId: userId,
    details: { healthcareProviderId: provider.healthcareProviderId },
  });
  return userId;
}
