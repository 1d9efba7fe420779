import { endUserSession } from '@careloop/contracts/session/credentials';
import { ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const ofSession = ofRows(
  'sessionId',
  (oracle) => oracle.rows.sessions,
  (_oracle, userId, session) => session.userId === userId,
  'not_found',
);

export const probes: FeatureProbes = {
  opens: [],
  closes: [[endUserSession, ofSession]],
};
