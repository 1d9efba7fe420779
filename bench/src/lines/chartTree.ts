import { listCharts } from '@careloop/contracts/charts';

import { findSignedIn } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { readLine } from './line.ts';

const documentCount = 5_000;

const chartSql = `
  select d.*, t.document_name as type from patient_document d join document_type t using (document_type_id)
  where d.patient_id = $1 order by d.date_provided desc, d.patient_document_id desc`;

/** The chart of a patient who has been ill for decades. */
export const chartTree = readLine({
  title: `chart tree of ${documentCount.toLocaleString('en-US')} documents`,
  goal: '≤ 100 ms at 1',
  isGrowthSeen: false,
  count: 1,
  async prepare(world) {
    const somebody = (await findSignedIn(world)).find(({ patientIds }) => patientIds.length > 0);
    if (somebody === undefined) throw new Error('Nobody has a patient');
    const patientId = somebody.patientIds[0] ?? 0;
    await addDocuments(world, patientId);
    return () => ({
      endpoint: listCharts,
      query: { patientId },
      token: somebody.token,
      sql: { text: chartSql, values: [patientId] },
      facts: (rows) => ({ 'documents.length': rows.length }),
    });
  },
});

/** One document for each day until there are 5,000, of the selectable types. Those that were sent earlier stay. */
async function addDocuments({ client }: World, patientId: number): Promise<void> {
  await client.query(
    `insert into patient_document (patient_id, document_type_id, document_name, date_provided, content_type, storage_key,
       byte_count, document_page_count, file_state, file_checked_at)
     select $1, (array(select document_type_id from document_type order by 1))[1 + day % (select count(*) from document_type)::int],
       'Note of day ' || day, now() - make_interval(days => day), 'text/plain', repeat('0', 64), 100, 1, 'clear', now()
     from generate_series(1, $2 - (select count(*)::int from patient_document where patient_id = $1)) day`,
    [patientId, documentCount],
  );
}
