import { existsSync } from 'node:fs';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { HttpApp } from './httpApp.ts';
import { AppError } from '../errors.ts';

/**
 * Serves the portal under `/provider`: its built files, cached for a year because their names contain a digest, and
 * `index.html` for every deep link. `/` redirects there.
 */
export async function serveWeb(app: HttpApp): Promise<void> {
  const { webFolder } = app.deps;
  app.http.get('/', (_request, reply) => reply.redirect('/provider'));
  if (webFolder === undefined) return;
  if (!existsSync(join(webFolder, 'index.html'))) {
    app.deps.log.error({ webFolder }, 'The portal is not built: only the API is served');
    return;
  }
  await app.http.register(fastifyStatic, {
    root: webFolder,
    prefix: '/provider/',
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isNamedByDigest = path.includes('/assets/');
      void reply.header('cache-control', isNamedByDigest ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').sendFile('index.html');
  // A tab with an older release requests files that no longer exist: it must get a 404, not the HTML page.
  app.http.get('/provider/assets/*', () => {
    throw new AppError('not_found');
  });
  app.http.get('/provider', page);
  app.http.get('/provider/*', page);
}
