import { getSiteDocument, saveSiteAlert, saveSiteDocument } from '@careloop/contracts/site-info';

import { keysOf, ofRows, several } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, OpenToAll, Probe } from '../../../test/privacyProbes.ts';

const siteDocuments: OpenToAll = {
  name: 'site documents',
  because: 'Release notes, privacy policy and terms of use are written for every user.',
  reads: getSiteDocument,
  ids: (oracle) => oracle.rows.siteDocuments.map(({ id }) => id),
  inputOf: (siteDocumentId) => ({ siteDocumentId, documentType: 1 }),
  shows: keysOf(
    'siteDocumentId documentType version releaseDate rowVersion documentText nextDocument',
    'previousDocument',
  ),
};
/** The clients an alert is for: the administrator's own; with `ManageInstallation` all. */
const ofAudience: Probe = {
  ...several(
    ofRows(
      'clientIds',
      (oracle) => oracle.rows.clients,
      (oracle, userId, { id }) => oracle.holds(userId, 'ManageInstallation') || oracle.clientsOf(userId).has(id),
    ),
    'clientIds',
    { enabled: false, severity: 3, header: 'x', message: 'x', isForAllClients: false, rowVersion: 9_999 },
    'forbidden',
  ),
  isByPermission: true,
};

const ofDocument: Probe = {
  key: 'siteDocumentId',
  ids: (oracle) => oracle.rows.siteDocuments.map(({ id }) => id),
  may: (oracle) => new Set(oracle.rows.siteDocuments.map(({ id }) => id)),
  isByPermission: true,
  more: { documentType: 1, version: '1', releaseDate: '2026-01-01', documentText: 'x', rowVersion: 9_999 },
};

export const probes: FeatureProbes = {
  closes: [
    [saveSiteDocument, ofDocument],
    [saveSiteAlert, ofAudience],
  ],
  takesOpen: [[siteDocuments, [[getSiteDocument, 'siteDocumentId']]]],
};
