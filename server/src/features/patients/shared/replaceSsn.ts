import { digitsOfSsn } from '@careloop/contracts/fields/identifiers';

import type { Db } from '../../../platform/db/client.ts';
import { SSN_SYSTEM } from '../../interop/shared/references.ts';

/** Imports then match the patient by the new number instead of the old one; a partial number is not used for matching. */
export async function replaceSsn(
  db: Db,
  { patient_id, client_id, ssn: before }: { patient_id: number; client_id: number; ssn: string | null },
  after: string | null,
): Promise<void> {
  const ofPatient = { patient_id, client_id, system: SSN_SYSTEM };
  if (before !== null) {
    await db
      .deleteFrom('patient_identifier')
      .where('patient_id', '=', patient_id)
      .where('system', '=', SSN_SYSTEM)
      .where('value', '=', digitsOfSsn(before))
      .execute();
  }
  if (after?.length !== 9) return;
  await db
    .insertInto('patient_identifier')
    .values({ ...ofPatient, value: after, type_code: 'SS' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
