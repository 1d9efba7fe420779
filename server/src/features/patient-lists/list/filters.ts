import { openReferralStatuses } from '@careloop/contracts/codes';
import type { PatientFilters } from '@careloop/contracts/patients/filters';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { isOpenWindow } from '../../../core/access/patientAccess.ts';
import { literals } from '../../../platform/db/literals.ts';
import { unreadOf } from '../../messages/shared/unread.ts';
import { belongsToPopulation } from '../shared/queries.ts';
import { isStay, stayTypes } from '../../../core/charts/stays.ts';
import { matchesSearch } from '../../patients/shared/queries/search.ts';
import { readPatientSearch } from '../../patients/shared/searchTerm.ts';

export type Narrowing = Omit<PatientFilters, 'sortBy' | 'isDescending'>;

/** Whether a patient `p` is currently in a hospital. */
const isAdmitted = sql<boolean>`exists (select from patient_encounter e where e.patient_id = p.patient_id and ${isStay})`;

/**
 * A filter of My Patients in two forms: the set of its patients, read from an index, and a condition on one patient `p`. The
 * list starts from the smallest set and applies the other filters as conditions.
 */
export interface Filter {
  set: RawBuilder<{ patient_id: number }>;
  holds: RawBuilder<boolean>;
}

/** The active filters, most selective first. */
export function filtersOf(actor: Actor, filters: Narrowing): Filter[] {
  const all: (Filter | false)[] = [
    filters.isFavorite && favorites(actor),
    filters.hasUnreadMessages && unread(actor),
    filters.role !== undefined && onTeam(actor, filters.role),
    filters.isAdmitted && admitted,
    filters.dischargedWithinDays !== undefined && discharged(filters.dischargedWithinDays),
    filters.hasOpenReferrals && withOpenReferrals(actor),
    filters.facilityId !== undefined && ofFacility(filters.facilityId),
  ];
  return all.filter((filter) => filter !== false);
}

/** All conditions on a patient `p` except access, for rows from a set. */
export function conditionOf(actor: Actor, filters: Narrowing): RawBuilder<boolean> {
  const conditions = filtersOf(actor, filters).map(({ holds }) => holds);
  if (filters.populationId !== undefined) conditions.push(belongsToPopulation(actor, filters.populationId));
  if (filters.searchTerm !== '') conditions.push(matchesSearch(readPatientSearch(filters.searchTerm)));
  return sql<boolean>`p.merged_into_patient_id is null and (p.is_active or ${filters.includeInactive})
    ${sql.join(
      conditions.map((condition) => sql`and ${condition}`),
      sql` `,
    )}`;
}

function favorites(actor: Actor): Filter {
  const of = sql`patient_favorite f where f.user_id = ${actor.userId}`;
  return {
    set: sql`select f.patient_id from ${of}`,
    holds: sql`exists (select from ${of} and f.patient_id = p.patient_id)`,
  };
}

function unread(actor: Actor): Filter {
  const set = sql<{ patient_id: number }>`select distinct c.patient_id from conversation c
    where c.conversation_id in (select n.conversation_id from ${unreadOf(sql`${principalOf(actor)}::bigint`)})`;
  return { set, holds: sql`p.patient_id = any(array(${set}))` };
}

const roles = {
  member: sql`true`,
  pcp: sql`m.is_pcp`,
  new: sql`m.relationship_type = 'new'`,
  established: sql`m.relationship_type = 'established'`,
} as const;

function onTeam(actor: Actor, role: keyof typeof roles): Filter {
  const of = sql`care_team_member m where m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'accepted' and ${roles[role]}`;
  return {
    set: sql`select distinct m.patient_id from ${of}`,
    holds: sql`exists (select from ${of} and m.patient_id = p.patient_id)`,
  };
}

const admitted: Filter = {
  set: sql`select distinct e.patient_id from patient_encounter e where ${isStay}`,
  holds: isAdmitted,
};

function discharged(days: number): Filter {
  const of = sql`patient_encounter e where e.discharge_date between now() - ${days} * interval '1 day' and now()
    and e.encounter_type in (${literals(stayTypes)})`;
  return {
    set: sql`select distinct e.patient_id from ${of}`,
    holds: sql`exists (select from ${of} and e.patient_id = p.patient_id)`,
  };
}

/** Patients a user has individually, regardless of client: by care team and by emergency access. */
export function ownPatients(actor: Actor): RawBuilder<{ patient_id: number }> {
  return sql`select m.patient_id from care_team_member m
      where m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'accepted'
    union select b.patient_id from break_glass_access b where ${isOpenWindow(actor)}`;
}

function withOpenReferrals(actor: Actor): Filter {
  const isOpen = sql`r.status in (${literals(openReferralStatuses)})`;
  return {
    set: sql`select r.patient_id from referral r
      where r.client_id = any(${actor.viewAllClientIds}::bigint[]) and ${isOpen} union ${ownPatients(actor)}`,
    holds: sql`exists (select from referral r where r.patient_id = p.patient_id and ${isOpen})`,
  };
}

function ofFacility(facilityId: number): Filter {
  return {
    set: sql`select distinct e.patient_id from patient_encounter e where e.facility_id = ${facilityId}`,
    holds: sql`exists (select from patient_encounter e where e.facility_id = ${facilityId} and e.patient_id = p.patient_id)`,
  };
}
