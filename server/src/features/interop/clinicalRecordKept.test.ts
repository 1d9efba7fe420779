import { expect, test } from 'vitest';

import { ndjson, patient, transaction } from '../../../test/fhirFiles.ts';
import { importBench } from '../../../test/imports.ts';

// What of the clinical record could be lost without anybody noticing.

const bench = importBench();

test('zeros at the end of a number stand as sent', async () => {
  const content = ndjson(patient('zero'), {
    resourceType: 'Observation',
    id: 'zero-1',
    status: 'final',
    code: { text: 'Glucose' },
    subject: { reference: 'Patient/zero' },
    valueQuantity: { value: 7.1, unit: 'mmol/L' },
    referenceRange: [{ low: { value: 4, unit: 'mmol/L' }, text: '"value": 7.10, as written' }],
  });
  await bench.importContent(content.replace('"value":7.1,', '"value":7.100,').replace('"value":4,', '"value":4.0,'));
  const [found] = await bench.rows(`
    select value_number::text as value, range_low::text as low from patient_result where source_id = 'Observation/zero-1'`);
  expect(found).toEqual({ value: '7.100', low: '4.0' });
});

test('medications that nothing refers to are counted as not kept, in a bundle and in lines', async () => {
  const medication = (id: string) => ({ resourceType: 'Medication', id, code: { text: `Drug ${id}` } });
  const order = (id: string, medicationId: string, prefix: string, subject: string) => ({
    resourceType: 'MedicationRequest',
    id,
    status: 'active',
    intent: 'order',
    medicationReference: { reference: `${prefix}${medicationId}` },
    subject: { reference: subject },
  });
  const counted = { 'Medication: no record of a patient refers to it': 1 };
  const bundled = await bench.importContent(
    transaction(
      patient('unused'),
      medication('unused-m1'),
      medication('unused-m2'),
      order('unused-o', 'unused-m1', 'urn:uuid:', 'urn:uuid:unused'),
    ),
  );
  expect(Object.fromEntries(bundled.notKept)).toEqual(counted);
  const lines = await bench.importContent(
    ndjson(
      patient('unused2'),
      medication('unused-m3'),
      medication('unused-m4'),
      order('unused-o2', 'unused-m3', 'Medication/', 'Patient/unused2'),
    ),
  );
  expect(Object.fromEntries(lines.notKept)).toEqual(counted);
  expect(
    await bench.rows(`select description from patient_medication where source_id = 'MedicationRequest/unused-o2'`),
  ).toEqual([{ description: 'Drug unused-m3' }]);
});
