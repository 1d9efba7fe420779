import { AppError } from '../errors.ts';
import type { HttpApp } from './httpApp.ts';
import { bearerToken } from './session.ts';

/** Serves `/metrics` to calls from this machine, or with METRICS_TOKEN as the bearer token. */
export function serveMetrics(app: HttpApp): void {
  app.http.get('/metrics', async (request, reply) => {
    const { metricsToken } = app.deps.config;
    const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
    const isKnown = metricsToken !== undefined && bearerToken(request.headers.authorization) === metricsToken;
    if (!isLocal && !isKnown) throw new AppError('not_found');
    return reply.type(app.deps.metrics.registry.contentType).send(await app.deps.metrics.registry.metrics());
  });
}
