import { describe, expect, test } from 'vitest';

import { practitioner, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, importBench } from '../../../test/imports.ts';

// A sender may give one record id to another person: that must not become one provider.

const bench = importBench();

describe('providers of one record id', () => {
  const named = (family: string, given = 'Dana') => ({ name: [{ family, given: [given] }] });
  const found = async (...families: string[]) =>
    await bench.rows(`select last_name, npi_number as npi, email from healthcare_provider
      where last_name in (${families.map((family) => `'${family}'`).join(', ')}) order by healthcare_provider_id`);
  const pairs = async (family: string) =>
    await bench.rows(`select p.last_name as first, o.last_name as later, d.npi_number as npi from provider_duplicate d
      join healthcare_provider p using (healthcare_provider_id)
      join healthcare_provider o on o.healthcare_provider_id = d.other_healthcare_provider_id
      where p.last_name = '${family}'`);

  test.each([
    ['another NPI', 'Overnpi', '1033112214', 'Overnpi', '1316950363'],
    ['another last name, and no NPI', 'Overname', '', 'Kowalski', ''],
    ['another last name and NPI', 'Overboth', '1407853914', 'Otherboth', '1558364026'],
  ])('with %s are two, and a user reviews the pair', async (what, family, npi, otherFamily, otherNpi) => {
    const id = `over-${what.length}`;
    const email = { telecom: [{ system: 'email', value: 'later@example.org' }] };
    const first = transaction(practitioner(id, npi, named(family)));
    const later = transaction(practitioner(id, otherNpi, { ...named(otherFamily, 'Lee'), ...email }));
    await bench.importContent(first);
    const report = await bench.importContent(later);
    expect([...report.remarks.keys()]).toEqual([
      'kept apart for review: another provider has the same NPI or record id',
    ]);
    expect(await found(family, otherFamily)).toEqual([
      { last_name: family, npi: npi || null, email: null },
      { last_name: otherFamily, npi: otherNpi || null, email: 'later@example.org' },
    ]);
    expect(await pairs(family)).toEqual([{ first: family, later: otherFamily, npi: null }]);
    // Either record finds its own provider from now on.
    for (const again of [later, first, later]) {
      expect(countsOf(await bench.importContent(again), 'providers')).not.toHaveProperty('created');
    }
    expect(await found(family, otherFamily)).toHaveLength(2);
  });

  test.each([
    ['the same NPI and another last name, as after a marriage', '1679576524', 'Maiden', 'Married'],
    ['a corrected slip in the last name', '', 'Corretced', 'Corrected'],
    ['a second last name', '', 'Firstpart', 'Firstpart Second'],
  ])('with %s are one', async (what, npi, family, later) => {
    const id = `one-${what.length}`;
    await bench.importContent(transaction(practitioner(id, npi, named(family))));
    const report = await bench.importContent(transaction(practitioner(id, npi, named(later))));
    expect(countsOf(report, 'providers')).toEqual({ updated: 1 });
    expect(await found(family, later)).toEqual([{ last_name: later, npi: npi || null, email: null }]);
  });

  test('stay one after a user changed the last name', async () => {
    const content = transaction(practitioner('renamed', '', named('Beforehand')));
    await bench.importContent(content);
    await bench.db
      .updateTable('healthcare_provider')
      .set({ last_name: 'Afterwards' })
      .where('last_name', '=', 'Beforehand')
      .execute();
    const changed = transaction(practitioner('renamed', '', { ...named('Beforehand'), gender: 'female' }));
    for (const again of [content, changed]) {
      expect(countsOf(await bench.importContent(again), 'providers')).not.toHaveProperty('created');
    }
    expect(await found('Beforehand', 'Afterwards')).toMatchObject([{ last_name: 'Afterwards' }]);
  });
});
