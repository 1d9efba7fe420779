import { inTransaction } from '../../../platform/db/transaction.ts';
import { Naming } from '../shared/references.ts';
import { NotKept, saveNotKept } from './notKept.ts';
import { Resolver } from './resolver.ts';

import type { Database } from '../../../platform/db/client.ts';

/** Patients whose numbers are written together. */
const together = 5_000;

/** Counts lines of types that are not kept on the charts of their patients, after the patients were imported. */
export async function countUnkept(
  { db, clientId, sender, importRunId }: { db: Database; clientId: number; sender: string; importRunId: number },
  unkept: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Promise<void> {
  const naming = new Naming(sender);
  for (const counts of unkept.values()) {
    const all = [...counts];
    for (let start = 0; start < all.length; start += together) {
      const some = all.slice(start, start + together).flatMap(([name, howMany]) => {
        const [reference = '', kind = ''] = name.split('\t');
        const ref = naming.refOf({ reference, type: null, display: null, identifier: null }, 'Patient');
        return ref === null ? [] : [{ ref, kind, howMany }];
      });
      // The patients are found in the transaction that counts, which is repeated if one of them is merged meanwhile.
      await inTransaction(db, async (own) => {
        const resolver = new Resolver(clientId, new Set());
        await resolver.load(
          own,
          some.flatMap(({ ref }) => ref.candidates),
        );
        const notKept = new NotKept();
        for (const { ref, kind, howMany } of some) {
          const patientId = resolver.find(ref);
          if (patientId !== undefined) notKept.add(patientId, kind, howMany);
        }
        await saveNotKept(own, { sender, importRunId }, notKept);
      });
    }
  }
}
