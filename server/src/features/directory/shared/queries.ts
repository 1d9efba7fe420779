import type {
  Diagnosis,
  DiagnosisMatch,
  ImpersonatableUser,
  ProviderAddress,
  Specialty,
} from '@careloop/contracts/directory';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { maySeePatient } from '../../../core/access/patientAccess.ts';
import { isOfferedTo } from '../../../core/access/sharedLookups.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { containsWordPrefix } from '../../../platform/db/containsWordPrefix.ts';

/** A provider's addresses: each place with the provider's link to it. */
export const providerAddressTables = sql`healthcare_provider_address_info l join address a using (address_id)`;

interface ProviderAddressTables {
  a: 'address';
  l: 'healthcare_provider_address_info';
}

export const providerAddress = shape<ProviderAddress, ProviderAddressTables>({
  addressId: 'a.address_id',
  addressLabel: 'l.address_label',
  address1: 'a.address1',
  address2: 'a.address2',
  city: 'a.city',
  state: 'a.state',
  zipCode: 'a.zipcode',
  officePhone: 'l.office_phone',
  faxNumber: 'l.fax_number',
});

/** Specialties with a word that starts with the search term. */
export function findSpecialties(db: Db, actor: Actor, searchTerm: string): Promise<Specialty[]> {
  return db
    .selectFrom('healthcare_provider_specialty')
    .select(['healthcare_provider_specialty_id as healthcareProviderSpecialtyId', 'name'])
    .where('is_archived', '=', false)
    .where(isOfferedTo(actor))
    .$if(searchTerm !== '', (query) => query.where(containsWordPrefix(sql`name`, searchTerm)))
    .orderBy('name')
    .limit(200)
    .execute();
}

export const diagnosis = shape<Diagnosis, { dx: 'diagnosis_code' }>({
  codedConceptId: 'dx.coded_concept_id',
  code: 'dx.code',
  description: 'dx.description',
});

interface DiagnosisTables {
  dx: 'diagnosis_code';
  own?: { code: string };
}

const diagnosisMatch = shape<DiagnosisMatch, DiagnosisTables>({
  ...diagnosis.columns,
  isOfPatient: sql`own.code is not null`,
});

/** The ICD-10-CM codes of a patient's conditions, if the actor may see the patient. */
function conditionCodes(actor: Actor, patientId: number | undefined): RawBuilder<unknown> {
  return sql`(select distinct c.code from patient_condition c join patient p on p.patient_id = c.patient_id
    where c.patient_id = ${patientId ?? null} and c.code is not null and ${maySeePatient(actor)}) own`;
}

/** The billable codes among a patient's conditions, current or not. */
export async function findDiagnosesOfPatient(db: Db, actor: Actor, patientId: number): Promise<DiagnosisMatch[]> {
  const { rows } =
    await diagnosisMatch.from`diagnosis_code dx join ${conditionCodes(actor, patientId)} on own.code = dx.code
    where is_billable and not is_retired order by dx.description limit 25`.execute(db);
  return rows;
}

/**
 * Billable codes that start with the search term, with or without the dot, or whose description contains its words: the
 * patient's conditions first, then matching codes, then descriptions with the words in the same form.
 */
export async function findDiagnoses(
  db: Db,
  actor: Actor,
  { searchTerm, patientId }: { searchTerm: string; patientId?: number | undefined },
): Promise<DiagnosisMatch[]> {
  const code = searchTerm.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const dotted = code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code;
  const words = searchTerm
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => `'${word}':*`)
    .join(' & ');
  const { rows } = await diagnosisMatch.from`diagnosis_code dx
    left join ${conditionCodes(actor, patientId)} on own.code = dx.code
    where is_billable and not is_retired and ((${dotted} <> '' and dx.code like ${dotted} || '%')
      or (${words} <> '' and words @@ (to_tsquery('simple', ${words}) || to_tsquery('english', ${words}))))
    order by own.code is null, dx.code like ${dotted} || '%' desc,
      words @@ plainto_tsquery('english', ${searchTerm}) desc,
      starts_with(lower(dx.description), ${searchTerm.trim().toLowerCase()}) desc, dx.code limit 25`.execute(db);
  return rows;
}

type ImpersonatableRow = Omit<ImpersonatableUser, 'unreadMessageCount'>;

interface ImpersonatableTables {
  u: 'user_account';
  pr?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
}

const impersonatable = shape<Omit<ImpersonatableRow, 'addressInfos'>, ImpersonatableTables>({
  userId: 'u.user_id',
  healthcareProviderId: 'pr.healthcare_provider_id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  specialty: 's.name',
});

/** Places for appointments: letters go to a mailing address, patients do not. */
const addressesOfProvider = providerAddress.jsonArray({
  from: sql`${providerAddressTables}
    where l.healthcare_provider_id = pr.healthcare_provider_id and not l.is_archived and not l.is_mailing`,
  orderBy: sql`l.healthcare_provider_address_info_id`,
});

/** The user and everyone they may act for, by name. */
export async function findImpersonatable(
  db: Db,
  actor: Actor,
  filter: { providersOnly: boolean; includeAddresses: boolean; excludeSelf: boolean },
): Promise<ImpersonatableRow[]> {
  const userIds = actor.userIds.filter((userId) => !filter.excludeSelf || userId !== actor.userId);
  const withAddresses = shape<ImpersonatableRow, ImpersonatableTables>({
    ...impersonatable.columns,
    addressInfos: sql`case when ${filter.includeAddresses} then ${addressesOfProvider} else '[]' end`,
  });
  const { rows } = await withAddresses.from`user_account u
    left join healthcare_provider pr on pr.user_id = u.user_id
    left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
    where u.user_id = any(${userIds}::bigint[]) and (not ${filter.providersOnly} or pr.healthcare_provider_id is not null)
    order by u.user_id = ${actor.userId} desc, u.last_name, u.first_name`.execute(db);
  return rows;
}
