import { listCharts } from '@careloop/contracts/charts';
import { findCharts } from '@careloop/server/src/features/charts/chartsQuery';

import { createCapture, FloorPlanBuilder } from '../../capture.ts';
import { findSignedIn } from '../../world/actors.ts';
import type { World } from '../../world/world.ts';
import type { Line, PlannedRequest } from '../line.ts';

const documentCount = 5_000;
const requestCount = 40;

/** The chart of a patient who has been ill for decades. */
export const chartTree: Line = {
  title: `chart tree of ${documentCount.toLocaleString('en-US')} documents`,
  goal: '≤ 100 ms at 1',
  isGrowthSeen: false,

  async plan(world) {
    const people = await findSignedIn(world);
    const somebody = people.find(({ patientIds }) => patientIds.length > 0);
    if (somebody === undefined) throw new Error('Nobody has a patient');
    const patientId = somebody.patientIds[0] ?? 0;
    await addDocuments(world, patientId);
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const input = { showArchived: false, timeZone: 'UTC' };
    floor.add(await capture((db) => findCharts(db, patientId, input)));
    const request: PlannedRequest = {
      method: 'GET',
      path: `/api${listCharts.path}?patientId=${patientId}`,
      token: somebody.session.token,
      facts: { 'documents.length': documentCount },
    };
    return { requests: Array.from({ length: requestCount }, () => request), floor: floor.build() };
  },
};

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
