import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  bundle,
  encounter,
  location,
  ndjson,
  organization,
  patient,
  practitioner,
  reference,
  systems,
  transaction,
} from '../../../test/fhirFiles.ts';
import { buildUser } from '../../../test/factories.ts';
import { countsOf, importBench, reasonsOf } from '../../../test/imports.ts';

import type { Resource } from '../../../test/fhirFiles.ts';

const bench = importBench();

const role = (id: string, practitioner: string, changes: Record<string, unknown> = {}): Resource => ({
  resourceType: 'PractitionerRole',
  id,
  practitioner: reference(practitioner),
  ...changes,
});

const ifNoneExist = (resource: Resource, query: string) => ({
  resource,
  request: { method: 'POST', ifNoneExist: query },
});

async function addressesOf(npi: string) {
  return await bench.rows(`
    select address_label, city, l.office_phone, is_archived from healthcare_provider_address_info l join address using (address_id)
    join healthcare_provider using (healthcare_provider_id) where npi_number = '${npi}'
    order by healthcare_provider_address_info_id`);
}

describe('providers', () => {
  test('keep an NPI with a wrong check digit, marked as invalid', async () => {
    const report = await bench.importContent(
      transaction(practitioner('bad', '9999999989'), practitioner('short', '12345')),
    );
    expect(countsOf(report, 'providers')).toEqual({ created: 2 });
    expect(report.remarks.get('NPI kept although its check digit is wrong')?.count).toBe(2);
    const rows = await bench.rows(`select npi_number, npi_is_valid from healthcare_provider order by npi_number`);
    expect(rows).toEqual([
      { npi_number: '12345', npi_is_valid: false },
      { npi_number: '9999999989', npi_is_valid: false },
    ]);
  });

  test('without an NPI are matched by their record id', async () => {
    const content = transaction(practitioner('plain', '', { identifier: undefined }));
    expect(countsOf(await bench.importContent(content), 'providers')).toEqual({ created: 1 });
    expect(countsOf(await bench.importContent(content), 'providers')).toEqual({ unchanged: 1 });
  });

  test('share one row across clients', async () => {
    const content = transaction(practitioner('shared', '1003000126'));
    await bench.importContent(content);
    const report = await bench.importContent(content, { clientId: bench.otherClientId });
    expect(countsOf(report, 'providers')).toEqual({ unchanged: 1 });
  });

  test('already in the directory are matched by NPI and last name, keep existing values, and are unchanged under ifNoneExist', async () => {
    await bench.db
      .insertInto('healthcare_provider')
      .values({ npi_number: '1245319599', first_name: 'Old', last_name: 'Name', office_phone: '6175550100' })
      .execute();
    const provider = practitioner('curated', '1245319599', {
      name: [{ family: 'NAME', given: ['Dana'], suffix: ['MD'] }],
    });
    const asked = bundle('batch', [ifNoneExist(provider, `identifier=${systems.npi}|1245319599`)]);
    expect(countsOf(await bench.importContent(asked), 'providers')).toEqual({ unchanged: 1 });
    expect(countsOf(await bench.importContent(transaction(provider)), 'providers')).toEqual({ updated: 1 });
    const [row] = await bench.rows(`select first_name, last_name, office_phone, degree, version, accepts_new_patients
      from healthcare_provider where npi_number = '1245319599'`);
    expect(row).toEqual({
      first_name: 'Old',
      last_name: 'Name',
      office_phone: '6175550100',
      degree: 'MD',
      version: 2,
      accepts_new_patients: null,
    });
  });

  test('with the same NPI but another name are kept apart for review, and overwrite nothing', async () => {
    const at = (family: string) => ({ name: [{ family, given: ['Dana'] }] });
    await bench.importContent(transaction(practitioner('holder', '1003906488', at('Holder'))));
    const file = transaction(
      practitioner('claimer', '1003906488', {
        ...at('Claimer'),
        telecom: [{ system: 'email', value: 'c@example.org' }],
      }),
      patient('claimed'),
      encounter('claimed-e', 'urn:uuid:claimed', { participant: [{ individual: reference('Practitioner/claimer') }] }),
    );
    const report = await bench.importContent(file);
    expect(countsOf(report, 'providers')).toEqual({ created: 1 });
    expect([...report.remarks.keys()]).toEqual([
      'kept apart for review: another provider has the same NPI or record id',
    ]);
    const rows = await bench.rows(`
      select p.last_name, p.npi_number as npi, o.last_name as other, o.npi_number as other_npi, d.npi_number,
        (select count(*) from patient_encounter_provider e where e.healthcare_provider_id = o.healthcare_provider_id) as encounters
      from provider_duplicate d join healthcare_provider p using (healthcare_provider_id)
      join healthcare_provider o on o.healthcare_provider_id = d.other_healthcare_provider_id`);
    expect(rows).toEqual([
      {
        last_name: 'Holder',
        npi: '1003906488',
        other: 'Claimer',
        other_npi: null,
        npi_number: '1003906488',
        encounters: 1,
      },
    ]);
    const again = await bench.importContent(file);
    expect([again.hasChanges, again.remarks.size]).toEqual([false, 0]);
    expect(
      (await bench.importContent(transaction(practitioner('holder', '1003906488', at('Holder'))))).hasChanges,
    ).toBe(false);
  });

  test.each(['a user', 'another client'])(
    'that belong to %s only get empty fields filled, and no email or Direct address',
    async (whose) => {
      const npi = whose === 'a user' ? '1679576722' : '1588667638';
      const userId = whose === 'a user' ? (await buildUser(bench.db, { clientId: bench.otherClientId })).userId : null;
      await bench.db
        .insertInto('healthcare_provider')
        .values({
          npi_number: npi,
          first_name: 'Una',
          last_name: 'User',
          fax: '6175550101',
          user_id: userId,
          origin_client_id: userId === null ? bench.otherClientId : null,
        })
        .execute();
      const direct = { url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-direct', valueBoolean: true };
      const telecom = [
        { system: 'email', value: 'new@example.org' },
        { system: 'email', value: 'new@direct.example.org', extension: [direct] },
        { system: 'fax', value: '617-555-0199' },
        { system: 'phone', value: '617-555-0188' },
      ];
      const id = `foreign-${npi}`;
      await bench.importContent(
        transaction(
          practitioner(id, npi, { name: [{ family: 'User', given: ['Eve'] }], telecom }),
          role(`${id}-role`, `urn:uuid:${id}`, { telecom }),
        ),
      );
      const rows = await bench.rows(`select first_name, email, direct_email, fax, office_phone from healthcare_provider
      where npi_number = '${npi}'`);
      expect(rows).toEqual([
        { first_name: 'Una', email: null, direct_email: null, fax: '6175550101', office_phone: '6175550188' },
      ]);
    },
  );

  test('keep values edited in the product, and the difference is reported', async () => {
    const content = (phone: string) =>
      transaction(practitioner('edited', '1922074434', { telecom: [{ system: 'phone', value: phone }] }));
    await bench.importContent(content('617-555-0110'));
    await bench.rows(`update healthcare_provider set office_phone = '6175550111' where npi_number = '1922074434'`);
    const report = await bench.importContent(content('617-555-0112'));
    expect([...report.remarks.keys()]).toEqual(['edited in Careloop and not overwritten: office phone']);
    const [row] = await bench.rows(`select office_phone from healthcare_provider where npi_number = '1922074434'`);
    expect(row).toEqual({ office_phone: '6175550111' });
  });

  test('share one address with their role, which is archived when they move', async () => {
    const at = (city: string, zip: string) => ({ line: ['5 Oak St'], city, state: 'MA', postalCode: zip });
    const content = (city: string, zip: string) =>
      transaction(
        location('oak', { address: at(city, zip), telecom: [] }),
        practitioner('mover', '1528060639', { address: [at(city.toUpperCase(), `${zip}-0001`)] }),
        role('mover-role', 'Practitioner/mover', {
          location: [reference('Location/oak')],
          telecom: [{ system: 'phone', value: '617-555-0122' }],
        }),
      );
    await bench.importContent(content('Boston', '02114'));
    // The place keeps the spelling of its first import.
    expect(await addressesOf('1528060639')).toEqual([
      { address_label: 'Clinic oak', city: 'BOSTON', office_phone: '6175550122', is_archived: false },
    ]);
    const report = await bench.importContent(content('Quincy', '02169'));
    expect(countsOf(report, 'provider roles')).toEqual({ updated: 1 });
    expect(await addressesOf('1528060639')).toEqual([
      expect.objectContaining({ city: 'BOSTON', is_archived: true }),
      { address_label: 'Clinic oak', city: 'QUINCY', office_phone: '6175550122', is_archived: false },
    ]);
    expect((await bench.importContent(content('Quincy', '02169'))).hasChanges).toBe(false);
  });

  test('keep addresses that were changed or removed in the product', async () => {
    const at = (line: string) => ({ line: [line], city: 'Boston', state: 'MA', postalCode: '02114' });
    const content = (family: string) =>
      transaction(
        practitioner('settled', '1093817462', {
          name: [{ family, given: ['Dana'] }],
          address: [at('7 Oak St'), at('8 Oak St')],
        }),
      );
    const report = await bench.importContent(content('Settled'));
    expect(countsOf(report, 'providers')).toEqual({ created: 1 });
    // As saveAddress leaves them.
    await bench.rows(`update healthcare_provider_address_info l
      set address_label = 'By hand', is_archived = address1 = '8 OAK ST' or address1 = '8 Oak St',
        source_key = 'edited-' || healthcare_provider_address_info_id || '|' || substring(source_key from '[^|]*$')
      from address a, healthcare_provider p
      where a.address_id = l.address_id and p.healthcare_provider_id = l.healthcare_provider_id and npi_number = '1093817462'`);
    const kept = await addressesOf('1093817462');
    expect(kept).toMatchObject([
      { address_label: 'By hand', is_archived: false },
      { address_label: 'By hand', is_archived: true },
    ]);
    await bench.importContent(content('SETTLED'));
    expect(await addressesOf('1093817462')).toEqual(kept);
  });

  test('keep one link to a place that was added by hand', async () => {
    const content = (line: string, family: string) =>
      transaction(
        practitioner('handmade', '1376859237', {
          name: [{ family, given: ['Dana'] }],
          address: [{ line: [line], city: 'Boston', state: 'MA', postalCode: '02114' }],
        }),
      );
    await bench.importContent(content('9 Oak St', 'Handmade'));
    // As if added by hand: only imported addresses have a source key.
    await bench.rows(`update healthcare_provider_address_info l set source_key = null from healthcare_provider p
      where p.healthcare_provider_id = l.healthcare_provider_id and npi_number = '1376859237'`);
    await bench.importContent(content('9 OAK ST', 'HANDMADE'));
    expect(await addressesOf('1376859237')).toMatchObject([{ is_archived: false }]);
  });

  test('have a place once, however the record spells it and whatever was added by hand', async () => {
    const at = (line: string, city: string) => ({ line: [line], city, state: 'MA', postalCode: '02114' });
    const content = (family: string, ...address: ReturnType<typeof at>[]) =>
      transaction(practitioner('twice', '1750384806', { name: [{ family, given: ['Dana'] }], address }));
    await bench.importContent(content('Twice', at('10 Oak St', 'Boston'), at('10 Oak St', 'W Boston')));
    expect(await addressesOf('1750384806')).toMatchObject([{ is_archived: false }]);
    await bench.importContent(content('TWICE', at('11 Oak St', 'Boston')));
    // A user adds the first place by hand, before the record names it again.
    await bench.rows(`insert into healthcare_provider_address_info (healthcare_provider_id, address_id, address_label)
      select healthcare_provider_id, address_id, 'By hand' from healthcare_provider_address_info
      join healthcare_provider using (healthcare_provider_id) where npi_number = '1750384806' and is_archived`);
    await bench.importContent(content('Twice', at('10 Oak St', 'Boston'), at('11 Oak St', 'Boston')));
    expect(await addressesOf('1750384806')).toMatchObject([
      { is_archived: true },
      { is_archived: false },
      { address_label: 'By hand', is_archived: false },
    ]);
  });

  test('are not duplicated by two records with the same NPI and last name, nor merged if identifiers contradict', async () => {
    const same = { name: [{ family: 'O’Same', given: ['Dana'] }] };
    const report = await bench.importContent(
      transaction(
        practitioner('same-1', '1740283779', same),
        practitioner('same-2', '1740283779', { name: [{ family: 'OSAME', given: ['Dana'], suffix: ['MD'] }] }),
        practitioner('else', '1184727174'),
      ),
    );
    expect(countsOf(report, 'providers')).toEqual({ created: 2, updated: 1 });
    await bench.importContent(transaction(practitioner('else', '1740283779')));
    const rows = await bench.rows(`select last_name, npi_number from healthcare_provider
      where last_name in ('OSAME', 'Doctor-else') order by last_name, npi_number`);
    expect(rows).toEqual([
      { last_name: 'Doctor-else', npi_number: '1184727174' },
      { last_name: 'Doctor-else', npi_number: null },
      { last_name: 'OSAME', npi_number: '1740283779' },
    ]);
  });

  test('are not matched by an NPI with a wrong check digit', async () => {
    const same = { name: [{ family: 'Invalid', given: ['Dana'] }] };
    const report = await bench.importContent(
      transaction(practitioner('invalid-1', '9999999999', same), practitioner('invalid-2', '9999999999', same)),
    );
    expect(countsOf(report, 'providers')).toEqual({ created: 2 });
  });

  test('are never matched by a social security number', async () => {
    const own = { system: systems.ssn, value: '412-55-0301' };
    await bench.importContent(transaction(practitioner('private', '', { identifier: [own] })));
    const [kept] = await bench.rows(`select count(*) as count from source_key where value like '%0301%'`);
    expect(kept).toEqual({ count: 0 });
  });
});

describe('roles', () => {
  test('need their practitioner, and are skipped if ended', async () => {
    const report = await bench.importContent(
      transaction(role('nobody', 'Practitioner/none'), role('over', 'Practitioner/none', { active: false }), {
        resourceType: 'PractitionerRole',
        id: 'bare',
      }),
    );
    expect(reasonsOf(report)).toEqual([
      'PractitionerRole bare: names no practitioner',
      'PractitionerRole nobody: its practitioner Practitioner/none is neither in the files nor in the database',
    ]);
    expect(report.notKept.get('PractitionerRole: no longer active')).toBe(1);
  });
});

describe('organizations and facilities', () => {
  test('change with their record, for their own client', async () => {
    await bench.importContent(transaction(location('change'), organization('change')));
    const report = await bench.importContent(
      transaction(location('change', { name: 'Clinic renamed' }), organization('change')),
    );
    expect(countsOf(report, 'facilities')).toEqual({ updated: 1 });
    expect(countsOf(report, 'organizations')).toEqual({ unchanged: 1 });
    await bench.importContent(transaction(location('change')), { clientId: bench.otherClientId });
    const rows = await bench.rows(
      `select name, client_id from facility where source_id = 'change' order by facility_id`,
    );
    expect(rows).toEqual([
      { name: 'Clinic renamed', client_id: bench.clientId },
      { name: 'Clinic change', client_id: bench.otherClientId },
    ]);
  });

  test('exclude payers and rooms; an encounter in a room is at the facility around it', async () => {
    const room = location('room', { physicalType: { coding: [{ code: 'ro' }] } });
    const payer = organization('payer', { type: [{ coding: [{ code: 'pay' }] }] });
    const coverage = {
      resourceType: 'Coverage',
      id: 'paid',
      status: 'active',
      beneficiary: reference('urn:uuid:housed'),
      subscriberId: 'S-1',
      payor: [reference('Organization/payer')],
      period: { start: '2024-01-01' },
    };
    const report = await bench.importContent(
      transaction(
        patient('housed'),
        location('house'),
        room,
        payer,
        coverage,
        encounter('housed-e', 'urn:uuid:housed', {
          location: [{ location: reference('Location/room') }, { location: reference('Location/house') }],
        }),
      ),
    );
    expect([...report.remarks.keys()]).toEqual([]);
    expect(countsOf(report, 'facilities')).toEqual({ created: 1 });
    expect(countsOf(report, 'organizations')).toEqual({});
    const [row] = await bench.rows(`
      select f.name, c.payer_name, c.member_id, c.start_date from patient_encounter e join facility f using (facility_id)
      join patient_coverage c using (patient_id) where e.source_id = 'housed-e'`);
    expect(row).toEqual({
      name: 'Clinic house',
      payer_name: 'Practice payer',
      member_id: 'S-1',
      start_date: '2024-01-01',
    });
  });

  test('in several files are imported from their newest copy, even if imported repeatedly', async () => {
    const folder = path.join(bench.files.path, 'copies');
    await mkdir(folder);
    const copy = (name: string, lastUpdated: string) => location('copied', { name, meta: { lastUpdated } });
    await bench.files.write(ndjson(copy('Newest', '2024-06-01T00:00:00Z')), 'copies/a.ndjson');
    await bench.files.write(
      transaction(
        patient('copy-p'),
        copy('Older', '2023-06-01T00:00:00Z'),
        encounter('copy-e', 'urn:uuid:copy-p', { location: [{ location: reference('Location/copied') }] }),
      ),
      'copies/b.json',
    );
    await bench.files.write(ndjson(copy('Oldest', '2022-06-01T00:00:00Z')), 'copies/0.ndjson');
    await bench.import(folder);
    const name = `select name, facility_id = (select facility_id from patient_encounter where source_id = 'copy-e') as linked
      from facility where source_id = 'copied'`;
    expect(await bench.rows(name)).toEqual([{ name: 'Newest', linked: true }]);
    expect((await bench.import(folder)).hasChanges).toBe(false);
  });
});
