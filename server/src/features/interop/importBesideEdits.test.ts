import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { untilWaiting } from '../../../test/attempts.ts';
import { location, patient, practitioner, transaction } from '../../../test/fhirFiles.ts';
import { importBench } from '../../../test/imports.ts';

// An import beside an edit in the product that is not yet committed when the import reads the row.

const bench = importBench();

/** Imports a file while an edit, as the product leaves it, waits for its commit. */
async function besideEdit(edit: string, content: unknown) {
  const { report } = await bench.db.transaction().execute(async (own) => {
    await sql.raw(edit).execute(own);
    const importing = bench.importContent(content);
    await untilWaiting(bench.db, 1);
    return { report: importing };
  });
  return report;
}

test('keeps what was edited of a statement about a patient', async () => {
  const statement = (dose: string) =>
    transaction(patient('taker'), {
      resourceType: 'MedicationStatement',
      id: 'taken',
      status: 'active',
      medicationCodeableConcept: { text: 'Metformin' },
      subject: { reference: 'urn:uuid:taker' },
      dosage: [{ text: dose }],
    });
  await bench.importContent(statement('500 mg'));
  const isTaken = `source_id = 'MedicationStatement/taken'`;
  await besideEdit(
    `update patient_medication set status = 'stopped', edited_columns = '{status}', version = version + 1 where ${isTaken}`,
    statement('850 mg'),
  );
  expect(await bench.rows(`select status, dosage, version from patient_medication where ${isTaken}`)).toEqual([
    { status: 'stopped', dosage: '850 mg', version: 3 },
  ]);
});

test('keeps what was edited of a provider', async () => {
  const content = (phone: string) =>
    transaction(practitioner('called', '1922074434', { telecom: [{ system: 'phone', value: phone }] }));
  await bench.importContent(content('617-555-0110'));
  await besideEdit(
    `update healthcare_provider set email = 'call@example.org', version = version + 1 where npi_number = '1922074434'`,
    content('617-555-0112'),
  );
  const rows = `select email, office_phone from healthcare_provider where npi_number = '1922074434'`;
  expect(await bench.rows(rows)).toEqual([{ email: 'call@example.org', office_phone: '6175550112' }]);
});

test('keeps what was edited of a facility', async () => {
  const content = (phone: string) => transaction(location('ward', { telecom: [{ system: 'phone', value: phone }] }));
  await bench.importContent(content('617-555-0110'));
  await besideEdit(`update facility set city = 'Salem'`, content('617-555-0112'));
  expect(await bench.rows('select city, phone from facility')).toEqual([{ city: 'Salem', phone: '6175550112' }]);
});

test('keeps an address of a provider that was changed', async () => {
  const content = (family: string) =>
    transaction(
      practitioner('moved', '1093817462', {
        name: [{ family, given: ['Dana'] }],
        address: [{ line: ['7 Oak St'], city: 'Boston', state: 'MA', postalCode: '02114' }],
      }),
    );
  await bench.importContent(content('Moved'));
  const ofProvider = `healthcare_provider_id = (select healthcare_provider_id from healthcare_provider
    where npi_number = '1093817462')`;
  await besideEdit(
    `update healthcare_provider_address_info set address_label = 'By hand', version = version + 1,
      source_key = 'edited-' || healthcare_provider_address_info_id || '|' || substring(source_key from '[^|]*$')
      where ${ofProvider}`,
    content('MOVED'),
  );
  const rows = `select address_label, starts_with(source_key, 'edited-') as is_edited
    from healthcare_provider_address_info where ${ofProvider}`;
  expect(await bench.rows(rows)).toEqual([{ address_label: 'By hand', is_edited: true }]);
});

test('finds the provider whom a user adds', async () => {
  const report = await besideEdit(
    `insert into healthcare_provider (first_name, last_name, npi_number, npi_is_valid)
      values ('Dana', 'Added', '1528060639', true)`,
    transaction(practitioner('added', '1528060639', { name: [{ family: 'Added', given: ['Dana'] }] })),
  );
  expect(report.problems).toEqual([]);
  expect(await bench.rows(`select last_name from healthcare_provider where npi_number = '1528060639'`)).toEqual([
    { last_name: 'Added' },
  ]);
});
