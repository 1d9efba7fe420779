import { getSupportRequest, resolveSupportRequest, submitSupportRequest } from '@careloop/contracts/support';

import { changed, ofClients } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const ofRequest = ofClients('supportRequestId', (oracle) => oracle.rows.supportRequests);
const ofClient = ofClients('clientId', (oracle) => oracle.rows.clients);
const someRequest = { email: 'x@example.org', name: 'x', summary: 'x', impact: 0 };

export const probes: FeatureProbes = {
  opens: [[getSupportRequest, ofRequest]],
  closes: [
    [resolveSupportRequest, changed(ofRequest, { resolution: 'x', version: 9_999 })],
    [submitSupportRequest, { ...changed(ofClient, someRequest), refusal: 'invalid_input clientId' }],
  ],
};
