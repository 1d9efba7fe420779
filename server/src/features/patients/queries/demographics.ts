import { languageOf } from '@careloop/contracts/codes/languages';
import { gender, maritalStatus, maritalStatusOf, relationshipCodeOf } from '@careloop/contracts/codes/patients';
import type { Demographics, Guarantor } from '@careloop/contracts/patients/demographics';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { deniedPatient, maySeePatient } from '../../../core/access/patientAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { shape } from '../../../platform/db/shape.ts';
import { findCoverages } from './insurance.ts';
import { identifierSystem, patientInfo } from '../shared/queries/patients.ts';
import { isPatientSeenInEmergency } from '../shared/queries/records.ts';

type StoredDemographics = Omit<
  Demographics,
  'languageCode' | 'maritalStatusCode' | 'guarantor' | 'coverages' | 'can'
> & {
  isEmergencyOnly: boolean;
};

const furtherMrn = shape<Demographics['furtherMrns'][number], { i: 'patient_identifier' }>({
  mrn: 'i.value',
  system: identifierSystem,
});

const demographicsFor = (actor: Actor) => {
  const { coverages: _, careTeamSize: __, ...columns } = patientInfo.columns;
  return shape<StoredDemographics, { p: 'patient' }>({
    ...columns,
    genderCode: codeOf('p.gender', gender.table),
    maritalStatus: 'p.marital_status',
    ssnEnding: sql`right(p.ssn, 4)`,
    furtherMrns: furtherMrn.jsonArray({
      from: sql`patient_identifier i where i.patient_id = p.patient_id and i.type_code = 'MR'
        and not (i.value = p.mrn and i.system = coalesce(p.mrn_system, i.system))`,
      orderBy: sql`i.value, i.system`,
    }),
    isEmergencyOnly: isPatientSeenInEmergency(actor),
  });
};

/** Columns that are saved as they are shown, except that a code gives the relationship. */
export const guarantorColumns = {
  firstName: 'g.first_name',
  middleName: 'g.middle_name',
  lastName: 'g.last_name',
  relationship: 'g.relationship',
  dateOfBirth: 'g.date_of_birth',
  homePhone: 'g.home_phone',
  cellPhone: 'g.cell_phone',
  email: 'g.email',
  address1: 'g.address1',
  address2: 'g.address2',
  city: 'g.city',
  state: 'g.state',
  zipcode: 'g.zipcode',
} as const;

const guarantor = shape<Omit<Guarantor, 'relationshipCode'>, { g: 'patient_guarantor' }>({
  ...guarantorColumns,
  version: 'g.version',
});

/**
 * The full demographics of a patient.
 * @throws AppError `unauthorized_patient`
 */
export async function findDemographics(db: Db, actor: Actor, patientId: number) {
  const { rows } = await demographicsFor(actor).from`patient p
    where p.patient_id = ${patientId} and ${maySeePatient(actor)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw await deniedPatient(db, actor, patientId);
  const [found, coverages] = await Promise.all([findGuarantor(db, patientId), findCoverages(db, patientId)]);
  const status = maritalStatusOf(row.maritalStatus);
  return {
    ...row,
    languageCode: languageOf(row.language)?.code ?? null,
    maritalStatusCode: status === null ? null : maritalStatus.codeOf(status),
    guarantor: found,
    coverages,
  };
}

async function findGuarantor(db: Db, patientId: number): Promise<Guarantor | null> {
  const { rows } = await guarantor.from`patient_guarantor g where g.patient_id = ${patientId}`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...row, relationshipCode: relationshipCodeOf(row.relationship) };
}
