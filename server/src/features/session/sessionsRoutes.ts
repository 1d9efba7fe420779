import { endOtherSessions, endUserSession, getSessions } from '@careloop/contracts/session/credentials';

import type { App } from '../../core/app.ts';
import { clearSessionCookies } from '../../platform/http/cookies.ts';
import { AppError } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { deviceOf } from './device.ts';
import { findOpenSessions } from '../../platform/identity/queries.ts';
import { endSessions, endSessionsOfUser } from '../../platform/identity/sessions.ts';

/** The user's open sessions. Always the user's own, even while acting for another user. */
export function ownSessionsRoutes(app: App): void {
  route(app, getSessions, async ({ actor, db }) => {
    const sessions = await findOpenSessions(db, actor.userId);
    return {
      sessions: sessions.map((session) => ({
        sessionId: session.sessionId,
        isCurrent: session.sessionId === actor.sessionId,
        device: deviceOf(session.userAgent),
        ip: session.ip,
        signedInAt: session.signedInAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
      })),
    };
  });

  route(app, endUserSession, async ({ input, actor, db, reply }) => {
    const open = await findOpenSessions(db, actor.userId);
    const session = open.find(({ sessionId }) => sessionId === input.sessionId);
    if (session === undefined) throw new AppError('not_found', { message: 'This session has already ended.' });
    const { userId, sessionId, ip } = actor;
    await endSessions(db, [{ ...session, userId }], { reason: 'revoked', ip, bySessionId: sessionId });
    if (session.sessionId === sessionId) clearSessionCookies(reply, app.deps.config);
    return {};
  });

  route(app, endOtherSessions, async ({ actor, db }) => {
    const { userId, sessionId, ip } = actor;
    const ending = { reason: 'revoked' as const, ip, bySessionId: sessionId, exceptSessionId: sessionId };
    return { endedCount: await endSessionsOfUser(db, userId, ending) };
  });
}
