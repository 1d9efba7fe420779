import {
  approveAccessRequest,
  breakTheGlass,
  declineAccessRequest,
  listAccessRequests,
  listPatientEmergencyAccess,
  requestAccess,
  reviewEmergencyAccess,
  withdrawAccessRequest,
} from '@careloop/contracts/patient-access';

import { changed, ofPatient, ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, Probe } from '../../../test/privacyProbes.ts';

/** The requester, and users who may answer: those who see all of the client, and members who may edit the care team. */
const ofRequest = ofRows(
  'accessRequestId',
  (oracle) => oracle.rows.accessRequests,
  (oracle, userId, request) => {
    const persons = oracle.actsFor(userId);
    if (persons.has(request.userId)) return true;
    if (request.requestedBy === userId) return false;
    const isMember = oracle.careOf(userId).has(request.patientId) && oracle.holds(userId, 'EditCareTeam');
    return isMember || oracle.wholeClientsOf(userId).has(request.clientId);
  },
  'no_access',
);
const ofClientPatient: Probe = {
  key: 'patientId',
  ids: (oracle) => oracle.patientIds,
  may: (oracle, userId) =>
    new Set(oracle.patients.filter((one) => oracle.clientsOf(userId).has(one.clientId)).map((one) => one.patientId)),
};

export const probes: FeatureProbes = {
  opens: [[listPatientEmergencyAccess, ofPatient]],
  closes: [
    [approveAccessRequest, changed(ofRequest, { version: 9_999 })],
    [declineAccessRequest, changed(ofRequest, { reason: 'x', version: 9_999 })],
    [withdrawAccessRequest, changed(ofRequest, { version: 9_999 })],
    [requestAccess, changed(ofClientPatient, { reason: 'x' })],
    [breakTheGlass, changed(ofClientPatient, { reason: 'x' })],
    [
      reviewEmergencyAccess,
      ofRows(
        'breakGlassAccessId',
        (oracle) => oracle.rows.emergencies,
        (oracle, userId, { clientId }) => oracle.clientsOf(userId).has(clientId),
        'no_access',
      ),
    ],
  ],
  filters: [
    { endpoint: listAccessRequests, by: { patientId: ofPatient } },
    { endpoint: listAccessRequests, by: { patientId: ofPatient }, more: { list: 'own', includeAnswered: true } },
  ],
};
