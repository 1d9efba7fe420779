import { expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { organization, patient, practitioner, reference, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, importBench } from '../../../test/imports.ts';

const bench = importBench();

const snomed = (code: string, display: string) => ({ coding: [{ system: 'http://snomed.info/sct', code, display }] });
const cardiologist = snomed('17561000', 'Cardiologist');
const primaryCare = snomed('453231000124104', 'Primary care provider');

function careTeam(id: string, subject: string, changes: Record<string, unknown> = {}) {
  return {
    resourceType: 'CareTeam',
    id,
    status: 'active',
    subject: reference(`urn:uuid:${subject}`),
    participant: [
      { role: [snomed('116154003', 'Patient')], member: reference(`urn:uuid:${subject}`) },
      { role: [cardiologist], member: reference('urn:uuid:heart') },
      { role: [primaryCare], member: reference('Practitioner?identifier=http://hl7.org/fhir/sid/us-npi|1234567893') },
      { role: [cardiologist], member: reference('Organization?identifier=http://hospital.example/place|practice') },
    ],
    ...changes,
  };
}

const others = [
  practitioner('heart', '1679576722'),
  practitioner('family', '1234567893'),
  practitioner('new', '1588667638'),
  organization('practice'),
];

const named = (mrn: string) =>
  bench.rows(`select h.last_name, tp.role from record_care_team join record_care_team_provider tp using (record_care_team_id)
    join healthcare_provider h using (healthcare_provider_id) join patient p using (patient_id)
    where p.mrn = '${mrn}' order by h.last_name`);
const pcpOf = async (mrn: string) => {
  const [row] = await bench.rows<{ last_name: string | null }>(`select h.last_name from patient p
    left join healthcare_provider h on h.healthcare_provider_id = p.pcp_healthcare_provider_id where mrn = '${mrn}'`);
  return row?.last_name;
};

test('care teams list known providers by role, give no access to the patient, and set the primary care provider', async () => {
  const content = transaction(...others, patient('cared'), careTeam('t-1', 'cared'));
  const report = await bench.importContent(content);
  expect(countsOf(report, 'care teams')).toEqual({ created: 1 });
  expect([...report.remarks.keys()]).toEqual([]);
  expect(await named('MRN-cared')).toEqual([
    { last_name: 'Doctor-family', role: 'Primary care provider' },
    { last_name: 'Doctor-heart', role: 'Cardiologist' },
  ]);
  expect(await pcpOf('MRN-cared')).toBe('Doctor-family');
  expect(await bench.rows('select * from care_team_member')).toEqual([]);
  expect((await bench.importContent(content)).hasChanges).toBe(false);
});

test('a newer copy replaces the providers; an ended team is deleted', async () => {
  const participant = [{ role: [cardiologist], member: reference('Practitioner/new') }];
  await bench.importContent(transaction(...others, patient('cared'), careTeam('t-1', 'cared', { participant })));
  expect(await named('MRN-cared')).toEqual([{ last_name: 'Doctor-new', role: 'Cardiologist' }]);
  const over = await bench.importContent(
    transaction(patient('cared'), careTeam('t-1', 'cared', { period: { end: '2024-05-01' } })),
  );
  expect(countsOf(over, 'care teams')).toEqual({ removed: 1 });
  expect(await named('MRN-cared')).toEqual([]);
});

test('an unknown provider is reported, and a team without its patient is rejected', async () => {
  const participant = [{ role: [cardiologist], member: reference('Practitioner/nobody') }];
  const report = await bench.importContent(
    transaction(
      patient('cared'),
      careTeam('t-2', 'cared', { participant }),
      careTeam('t-3', 'cared', { subject: reference('Patient/missing') }),
    ),
  );
  expect(countsOf(report, 'care teams')).toEqual({ created: 1, rejected: 1 });
  expect([...report.remarks.keys()]).toEqual([
    'kept without its provider, which is neither in the files nor in the database',
  ]);
});

test('generalPractitioner sets the primary care provider, and updates care team members when it changes', async () => {
  const general = (id: string) => patient('general', { generalPractitioner: [reference(`urn:uuid:${id}`)] });
  await bench.importContent(transaction(...others, general('heart'), careTeam('t-4', 'general')));
  expect(await pcpOf('MRN-general')).toBe('Doctor-heart');
  for (const name of ['heart', 'new']) {
    const { userId } = await buildUser(bench.db, { clientId: bench.clientId });
    await bench.rows(`update healthcare_provider set user_id = ${userId} where last_name = 'Doctor-${name}'`);
  }
  await bench.rows(`insert into care_team_member (patient_id, user_id, status) select patient_id, user_id, 'accepted'
    from patient, healthcare_provider where mrn = 'MRN-general' and user_id is not null`);
  const pcps = `select h.last_name from care_team_member m join healthcare_provider h using (user_id)
    where is_pcp and m.status = 'accepted'`;
  expect(await bench.rows(pcps)).toEqual([{ last_name: 'Doctor-heart' }]);
  await bench.importContent(transaction(...others, general('new')));
  expect(await bench.rows(pcps)).toEqual([{ last_name: 'Doctor-new' }]);
  const audited = `select h.last_name, details->'isPcp' as "isPcp" from audit_event e
    join patient p using (patient_id) join healthcare_provider h on h.user_id = e.subject_id
    where action = 'care_team.pcp_changed' and p.mrn = 'MRN-general' order by 1`;
  expect(await bench.rows(audited)).toEqual([
    { last_name: 'Doctor-heart', isPcp: false },
    { last_name: 'Doctor-new', isPcp: true },
  ]);
  // A PCP who was assigned to the care team in the product stays.
  await bench.rows(`update care_team_member m set is_pcp = h.last_name = 'Doctor-heart' from healthcare_provider h
    where h.user_id = m.user_id`);
  await bench.importContent(transaction(...others, general('family')));
  expect(await pcpOf('MRN-general')).toBe('Doctor-family');
  expect(await bench.rows(pcps)).toEqual([{ last_name: 'Doctor-heart' }]);
  expect(await bench.rows(audited)).toHaveLength(2);
});
