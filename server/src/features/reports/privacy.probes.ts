import { getReport, listReportRows } from '@careloop/contracts/reports';
import { getPowerBiReport, powerBiKinds, powerBiPermissions } from '@careloop/contracts/reports/powerBi';

import { changed, ofAll, ofClients } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, Probe } from '../../../test/privacyProbes.ts';
import { staffingReport, volumeReport } from '../../../test/powerBiService.ts';
import { specialties } from '../../../test/directoryProbes.ts';

const someReport = { report: 'referrals', from: '2026-01-01', to: '2026-12-31' };
const ofClient: Probe = {
  ...changed(
    ofClients('clientId', (oracle) => oracle.rows.clients),
    { ...someReport, measure: 'sent' },
  ),
  refusal: 'invalid_input clientId',
};
const filters = {
  facilityId: ofClients('facilityId', (oracle) => oracle.rows.facilities),
  healthcareProviderSpecialtyId: ofAll((oracle) => oracle.rows.specialties),
};

/** A report of each kind, in the order of `powerBiKinds`. */
const reportOfKind = [volumeReport, staffingReport];
const ofPowerBi: Probe = {
  key: 'reportId',
  ids: () => [0, 1],
  may: (oracle, userId) =>
    new Set([0, 1].filter((place) => oracle.holds(userId, powerBiPermissions[powerBiKinds[place]!]))),
  inputOf: (_oracle, place) => ({ reportId: reportOfKind[place], kind: powerBiKinds[place] }),
  refusal: 'forbidden',
};
/** A report requested as one of the other kind. */
const ofOtherKind: Probe = {
  ...ofPowerBi,
  may: () => new Set(),
  inputOf: (_oracle, place) => ({ reportId: reportOfKind[place], kind: powerBiKinds[1 - place] }),
  refusal: 'refused',
};

export const probes: FeatureProbes = {
  opens: [[getPowerBiReport, ofPowerBi]],
  closes: [
    [getReport, ofClient],
    [listReportRows, ofClient],
    [getPowerBiReport, ofOtherKind],
  ],
  filters: [
    {
      endpoint: getReport,
      by: { facilityId: filters.facilityId },
      more: someReport,
      itemsIn: (answer) => answer['rows'] as object[],
    },
    { endpoint: listReportRows, by: filters, more: { ...someReport, measure: 'sent' } },
  ],
  takesOpen: [[specialties, [[getReport, 'healthcareProviderSpecialtyId']]]],
};
