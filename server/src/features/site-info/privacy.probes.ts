import { listAllClients } from '@careloop/contracts/administration/clients';
import { getSiteDocument, saveSiteAlert, saveSiteDocument } from '@careloop/contracts/site-info';

import { keysOf } from '../../../test/privacyProbes.ts';
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
const clientNames: OpenToAll = {
  name: 'names of clients',
  because: 'Site administrators may send an alert to any client.',
  reads: listAllClients,
  as: 'prairieadmin',
  inputOf: () => ({}),
  shows: ['clients', 'clientId', 'displayName'],
};

const ofDocument: Probe = {
  key: 'siteDocumentId',
  ids: (oracle) => oracle.rows.siteDocuments.map(({ id }) => id),
  may: (oracle) => new Set(oracle.rows.siteDocuments.map(({ id }) => id)),
  isByPermission: true,
  more: { documentType: 1, version: '1', releaseDate: '2026-01-01', documentText: 'x', rowVersion: 9_999 },
};

export const probes: FeatureProbes = {
  closes: [[saveSiteDocument, ofDocument]],
  takesOpen: [
    [siteDocuments, [[getSiteDocument, 'siteDocumentId']]],
    [clientNames, [[saveSiteAlert, 'clientIds']]],
  ],
};
