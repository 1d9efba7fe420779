import { getImportFinding, listImportFindings } from '@careloop/contracts/imports';

import { ofPatient, ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const ofFinding = ofRows(
  'importFindingId',
  (oracle) => oracle.rows.importFindings,
  (oracle, userId, { clientId }) => oracle.wholeClientsOf(userId).has(clientId),
  'no_access',
);
const ofRun = ofRows(
  'importRunId',
  (oracle) => oracle.rows.importRuns,
  (oracle, userId, { clientId }) => oracle.wholeClientsOf(userId).has(clientId),
  'no_access',
);

export const probes: FeatureProbes = {
  opens: [[getImportFinding, ofFinding]],
  closes: [],
  filters: [{ endpoint: listImportFindings, by: { importRunId: ofRun, patientId: ofPatient } }],
};
