import { facilityForm } from '@careloop/contracts/administration/clients';
import { expect, test } from 'vitest';

import { location, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, importBench } from '../../../test/imports.ts';

const bench = importBench();

test('facilities have names of their own within a client', async () => {
  const at = (city: string) => ({ city, state: 'MA' });
  const content = () =>
    transaction(
      location('twin-1', { name: 'Twin  Clinic' }),
      location('twin-2', { name: 'TWIN clinic', address: at('Salem') }),
      location('twin-3', { name: 'Twin Clinic', address: at('Salem') }),
      location('twin-4', { name: 'Twin Clinic', address: undefined }),
    );
  const report = await bench.importContent(content());
  expect(countsOf(report, 'facilities')).toEqual({ created: 4 });
  const remark = 'stored with its city or a number after its name, which another facility has';
  expect(report.remarks.get(remark)?.count).toBe(3);
  const names = () =>
    bench.rows<{ name: string }>(
      `select name from facility where source_id like 'twin-%' and client_id = ${bench.clientId} order by source_id`,
    );
  const expected = ['Twin Clinic', 'TWIN clinic (Salem)', 'Twin Clinic (2)', 'Twin Clinic (3)'];
  expect((await names()).map(({ name }) => name)).toEqual(expected);
  const again = await bench.importContent(content());
  expect(countsOf(again, 'facilities')).toEqual({ unchanged: 4 });
  expect(again.remarks.get(remark)).toBeUndefined();

  // A change of another value keeps the name; a name that is taken is not taken over.
  const changed = transaction(
    location('twin-2', {
      name: 'TWIN clinic',
      address: at('Salem'),
      telecom: [{ system: 'phone', value: '(617) 555-0123' }],
    }),
    location('twin-5', { name: 'Other Clinic' }),
  );
  await bench.importContent(changed);
  await bench.importContent(transaction(location('twin-5', { name: 'Twin Clinic (2)' })));
  expect((await names()).map(({ name }) => name)).toEqual([...expected, 'Twin Clinic (2) (Boston)']);
  await bench.importContent(content(), { clientId: bench.otherClientId });
});

test('facilities have names of their own in any letters, written as an administrator writes them', async () => {
  const names = [
    'İzmir Clinic',
    'izmir clinic',
    'ΟΔΟΣ',
    'οδος',
    'οδοσ',
    'Caf\u00e9',
    'Cafe\u0301',
    'Bay',
    'Bay\u200b\u00a0 ',
  ];
  const at = (index: number) => ({ address: { city: index === 1 ? 'İSTANBUL' : 'Salem', state: 'MA' } });
  const content = () => transaction(...names.map((name, index) => location(`letter-${index}`, { name, ...at(index) })));
  const report = await bench.importContent(content());
  expect(countsOf(report, 'facilities')).toEqual({ created: names.length });
  const rows = await bench.rows<{ name: string }>(
    `select name from facility where source_id like 'letter-%' and client_id = ${bench.clientId} order by source_id`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'İzmir Clinic',
    'izmir clinic (İSTANBUL)',
    'ΟΔΟΣ',
    'οδος',
    'οδοσ (Salem)',
    'Café',
    'Café (Salem)',
    'Bay',
    'Bay (Salem)',
  ]);
  expect(countsOf(await bench.importContent(content()), 'facilities')).toEqual({ unchanged: names.length });
  // Another unit meets the names that are stored.
  const later = await bench.importContent(transaction(location('letter-x', { name: 'İZMİR CLINIC', ...at(1) })));
  expect(countsOf(later, 'facilities')).toEqual({ created: 1 });
});

test('units with facilities of one name that are imported at once are all kept', async () => {
  const units = ['a', 'b', 'c', 'd'].map((one) => transaction(location(`same-${one}`, { name: 'Same Clinic' })));
  const reports = await Promise.all(units.map((unit) => bench.importContent(unit)));
  expect(reports.map((report) => countsOf(report, 'facilities'))).toEqual(units.map(() => ({ created: 1 })));
});

test('a name that is too long is cut and named, with room for its ending', async () => {
  const name = `${'Very long name of a clinic '.repeat(10)}in Boston`;
  const places = ['long-1', 'long-2', 'long-3'].map((id) => location(id, { name, address: { city: 'Boston' } }));
  const report = await bench.importContent(transaction(...places));
  expect(report.remarks.get('left out: the end of the name, which is longer than 255 characters')?.count).toBe(3);
  const rows = await bench.rows<{ name: string }>(
    `select name from facility where source_id like 'long-%' and client_id = ${bench.clientId} order by source_id`,
  );
  expect(rows.map((row) => row.name)).toEqual([
    name.slice(0, 255).trimEnd(),
    `${name.slice(0, 246).trimEnd()} (Boston)`,
    `${name.slice(0, 247).trimEnd()} (2)`,
  ]);
  const form = facilityForm(undefined);
  const others = { phone: '', address1: '', address2: '', city: '', state: '', zipcode: '', identifier: '' };
  for (const row of rows) expect(form.safeParse({ ...others, ...row }).success).toBe(true);
  expect(countsOf(await bench.importContent(transaction(...places)), 'facilities')).toEqual({ unchanged: 3 });
});
