import {
  getSupportRequest,
  listSupportRequests,
  resolveSupportRequest,
  submitSupportRequest,
} from '@careloop/contracts/support';
import { reportClientError } from '@careloop/contracts/support/clientErrors';
import type { FastifyRequest } from 'fastify';

import type { App, Deps } from '../../core/app.ts';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { createRateLimit } from '../../platform/http/rateLimit.ts';
import { publicRoute, route } from '../../platform/http/route.ts';
import { requireActor } from '../../platform/http/session.ts';
import { findSupportRequest, findSupportRequests } from './queries.ts';
import { resolveRequest, submitRequest } from './submitRequest.ts';

/** Error reports per network and minute, so that a page that fails repeatedly cannot flood the log. */
const clientErrorLimit = { max: 30, windowMs: 60_000 };

export function supportRoutes(app: App): void {
  route(app, submitSupportRequest, ({ input, actor, db }) => submitRequest(db, actor, input));

  route(app, listSupportRequests, async ({ input, actor, db, setAuditSubject }) => {
    const found = await findSupportRequests(db, actor, input);
    setAuditSubject({
      subjectType: 'support_request',
      details: { ids: found.items.map((item) => item.supportRequestId) },
    });
    return found;
  });

  route(app, getSupportRequest, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'support_request', subjectId: input.supportRequestId });
    const found = await findSupportRequest(db, actor, input.supportRequestId);
    if (found === undefined) throw new AppError('not_found', { message: 'There is no such support request.' });
    return found;
  });

  route(app, resolveSupportRequest, ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'support_request', subjectId: input.supportRequestId });
    return resolveRequest(db, actor, input);
  });

  const limit = createRateLimit(clientErrorLimit);
  publicRoute(app, reportClientError, async ({ input, request }) => {
    if (!limit.allows(networkOf(request.ip))) throw new AppError('too_many_requests');
    const userId = await findUserId(app.deps, request);
    app.deps.log.warn({ clientError: { ...input, userId } }, 'Client error');
    return {};
  });
}

/** The signed-in user, if any: errors on the sign-in page are reported too. */
async function findUserId(deps: Deps, request: FastifyRequest): Promise<number | null> {
  try {
    return (await requireActor(deps, request)).userId;
  } catch {
    // No session, or the database is unavailable: the report is still logged.
    return null;
  }
}
