import { languages } from '@careloop/contracts/codes/languages';
import {
  insurancePlanSubtype,
  insurancePlanSubtypeLabels,
  insurancePlanType,
  insurancePlanTypeLabels,
} from '@careloop/contracts/codes/patients';
import { apsTexts } from '@careloop/contracts/directory/search';
import type { Affiliation, SearchAddress } from '@careloop/contracts/directory/search';
import { sql } from 'kysely';
import type { Coordinates } from '../../../core/geography/zipCoordinates.ts';

import type { Actor } from '../../../platform/identity/actor.ts';
import { maySeePatient } from '../../../core/access/patientAccess.ts';
import { isOfferedTo } from '../../../core/access/sharedLookups.ts';
import type { Db } from '../../../platform/db/client.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { coordinatesOfZip } from '../../../core/geography/zipCoordinates.ts';
import { clientsOf } from '../../patient-lists/shared/queries.ts';

interface Subject {
  patientId?: number | null | undefined;
  clientId?: number | null | undefined;
  facilityId?: number | null | undefined;
}

/**
 * The client whose tags and affiliations apply: the named one, or else the patient's, or else the user's first.
 * @throws AppError `invalid_input` for a client that is neither one of the user's nor that of a patient they may see
 */
export async function findSearchClient(db: Db, actor: Actor, { patientId, clientId }: Subject): Promise<number | null> {
  const own = clientsOf(actor);
  if (clientId != null && own.includes(clientId)) return clientId;
  const patient =
    patientId == null
      ? undefined
      : await db
          .selectFrom('patient as p')
          .select('client_id')
          .where('patient_id', '=', patientId)
          .where(maySeePatient(actor))
          .executeTakeFirst();
  if (clientId != null && clientId !== patient?.client_id) throw invalidInput({ clientId: apsTexts.unknownClient });
  return patient?.client_id ?? own[0] ?? null;
}

export interface StartPlace {
  address: SearchAddress | null;
  position: Coordinates | null;
  /** Whether it is the position of the street, not the center of the ZIP code. */
  isExact: boolean;
}

interface PlaceRow {
  address1: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
  latitude: number | null;
  longitude: number | null;
}

const placeColumns = ['address1', 'city', 'state', 'zipcode', 'latitude', 'longitude'] as const;

function placeOf(row: PlaceRow | undefined): StartPlace | null {
  if (row === undefined) return null;
  const { address1, city, state, zipcode, latitude, longitude } = row;
  const isKnown = address1 !== null || city !== null || zipcode !== null;
  const exact = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  const center = coordinatesOfZip(zipcode);
  return {
    // A foreign or unknown ZIP code would only be refused by the search.
    address: isKnown ? { address1, city, state, zipcode: center === null ? null : zipcode } : null,
    position: exact ?? center,
    isExact: exact !== null,
  };
}

/** The patient's position, only if the user may see the patient, so that distances do not reveal where a patient lives. */
export async function findPatientPlace(db: Db, actor: Actor, patientId: number | null | undefined) {
  if (patientId == null) return null;
  const row = await db
    .selectFrom('patient as p')
    .select(placeColumns)
    .where('patient_id', '=', patientId)
    .where(maySeePatient(actor))
    .executeTakeFirst();
  return placeOf(row);
}

/** A facility of the actor's clients: the named one, or else that of the patient's latest encounter. */
export async function findFacilityPlace(db: Db, actor: Actor, { facilityId, patientId }: Subject) {
  if (facilityId == null && patientId == null) return null;
  const query = db
    .selectFrom('facility as f')
    .select(['f.facility_id as facilityId', 'f.name', ...placeColumns.map((column) => `f.${column}` as const)])
    .where('f.client_id', '=', sql<number>`any(${clientsOf(actor)}::bigint[])`);
  const row = await (
    facilityId != null
      ? query.where('f.facility_id', '=', facilityId)
      : query
          .innerJoin('patient_encounter as e', 'e.facility_id', 'f.facility_id')
          .innerJoin('patient as p', 'p.patient_id', 'e.patient_id')
          .where('e.patient_id', '=', patientId ?? 0)
          .where(maySeePatient(actor))
          .orderBy('e.encounter_date', 'desc')
  )
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { facilityId: row.facilityId, name: row.name, place: placeOf(row) };
}

export function findAffiliations(db: Db, clientId: number | null): Promise<Affiliation[]> {
  return db
    .selectFrom('affiliation_tier')
    .select([
      'affiliation_tier_id as value',
      'name',
      'is_preferred as isPreferred',
      'enforce_preferred as enforcePreferred',
      'warning_message as warningMessage',
    ])
    .where('client_id', '=', clientId ?? 0)
    .where('is_archived', '=', false)
    .orderBy('position')
    .orderBy('name')
    .execute();
}

export function findTags(db: Db, clientId: number | null) {
  return db
    .selectFrom('healthcare_provider_tag')
    .select(['healthcare_provider_tag_id as healthcareProviderTagId', 'tag_name as tagName'])
    .where('client_id', '=', clientId ?? 0)
    .where('is_archived', '=', false)
    .orderBy('tag_name')
    .execute();
}

function findSpecialtyOptions(db: Db, actor: Actor) {
  return db
    .selectFrom('healthcare_provider_specialty')
    .select([
      'healthcare_provider_specialty_id as healthcareProviderSpecialtyId',
      'name',
      'is_primary_care as isPrimaryCare',
    ])
    .where('is_archived', '=', false)
    .where(isOfferedTo(actor))
    .orderBy('name')
    .execute();
}

function findCarriers(db: Db, actor: Actor) {
  return db
    .selectFrom('insurance_carrier as c')
    .select(['c.insurance_carrier_id as insuranceCarrierId', 'c.name'])
    .where('c.is_archived', '=', false)
    .where(isOfferedTo(actor, 'c.client_id'))
    .where((where) =>
      where.exists(
        where
          .selectFrom('insurance_plan as i')
          .select('i.insurance_plan_id')
          .whereRef('i.insurance_carrier_id', '=', 'c.insurance_carrier_id')
          .where('i.is_disabled', '=', false)
          .where(isOfferedTo(actor, 'i.client_id')),
      ),
    )
    .orderBy('c.name')
    .execute();
}

const optionsOf = <Name extends string>(codes: Record<Name, number>, labels: Record<Name, string>) =>
  (Object.keys(codes) as Name[]).map((name) => ({ value: codes[name], name: labels[name] }));

const planTypes = optionsOf(insurancePlanType.table, insurancePlanTypeLabels);
const planSubtypes = optionsOf(insurancePlanSubtype.table, insurancePlanSubtypeLabels);
const languageOptions = languages.map(({ code, name }) => ({ value: code, name }));

/** The options of the search form. */
export async function findApsLookups(db: Db, actor: Actor, subject: Subject) {
  const clientId = await findSearchClient(db, actor, subject);
  const [specialties, providerTags, affiliations, insuranceCarriers, patient, facility] = await Promise.all([
    findSpecialtyOptions(db, actor),
    findTags(db, clientId),
    findAffiliations(db, clientId),
    findCarriers(db, actor),
    findPatientPlace(db, actor, subject.patientId),
    findFacilityPlace(db, actor, subject),
  ]);
  return {
    clientId,
    facilityId: facility?.facilityId ?? null,
    facilityName: facility?.name ?? null,
    specialties,
    providerTags,
    affiliations,
    insuranceCarriers,
    insurancePlanTypes: planTypes,
    insurancePlanSubTypes: planSubtypes,
    languages: languageOptions,
    patientAddress: patient?.address ?? null,
    facilityAddress: facility?.place?.address ?? null,
  };
}
