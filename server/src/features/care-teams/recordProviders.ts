import type { RecordProvider } from '@careloop/contracts/care-teams';
import { shownMemberStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { isColleagueOf } from '../../core/access/colleagues.ts';
import type { Db } from '../../platform/db/client.ts';
import { literals } from '../../platform/db/literals.ts';
import { shape } from '../../platform/db/shape.ts';

type FoundProvider = Omit<RecordProvider, 'can'> & { isColleague: boolean };

interface ProviderTables {
  h: 'healthcare_provider';
  s: 'healthcare_provider_specialty';
  o: 'healthcare_organization';
}

/**
 * Providers named in the patient's imported care teams, and the record's primary care provider, except those whose user is
 * already listed. The caller has checked access to the patient.
 */
export async function findRecordProviders(db: Db, actor: Actor, patientId: number): Promise<FoundProvider[]> {
  const provider = shape<FoundProvider, ProviderTables>({
    healthcareProviderId: 'h.healthcare_provider_id',
    userId: 'h.user_id',
    firstName: 'h.first_name',
    lastName: 'h.last_name',
    specialty: 's.name',
    organizationName: 'o.name',
    officePhone: 'h.office_phone',
    fax: 'h.fax',
    directEmail: 'h.direct_email',
    roles: sql`named.roles`,
    isPcp: sql`named.is_pcp`,
    isColleague: sql`exists (select from user_account u
      where u.user_id = h.user_id and ${isColleagueOf(principalOf(actor), patientId)})`,
  });
  const { rows } = await provider.from`(
      select id, coalesce(array_agg(distinct role order by role) filter (where role is not null), '{}') as roles,
        bool_or(is_pcp) as is_pcp
      from (select tp.healthcare_provider_id as id, tp.role, false as is_pcp
          from record_care_team t join record_care_team_provider tp using (record_care_team_id)
          where t.patient_id = ${patientId} and (t.ends_at is null or t.ends_at > now())
        union all select p.pcp_healthcare_provider_id, null, true from patient p
          where p.patient_id = ${patientId} and p.pcp_healthcare_provider_id is not null) as mentioned
      group by id) as named
    join healthcare_provider h on h.healthcare_provider_id = named.id
    left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
    left join healthcare_organization o on o.healthcare_organization_id = h.healthcare_organization_id
    where not exists (select from care_team_member m where m.patient_id = ${patientId} and m.user_id = h.user_id
      and m.status in (${literals(shownMemberStatuses)}))
    order by named.is_pcp desc, h.last_name, h.first_name, h.healthcare_provider_id limit 100`.execute(db);
  return rows;
}
