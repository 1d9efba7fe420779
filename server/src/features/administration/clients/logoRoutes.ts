import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import {
  clientLogoTexts,
  getClientLogo,
  listClientLogos,
  saveClientLogo,
} from '@careloop/contracts/administration/clientLogo';
import { managedClientTexts } from '@careloop/contracts/administration/clients';

import { authorize } from '../../../core/access/authorize.ts';
import type { App } from '../../../core/app.ts';
import { fileRoute } from '../../../platform/http/fileRoute.ts';
import { route } from '../../../platform/http/route.ts';
import { savingClients } from '../policy.ts';
import { refuseMissing } from '../refuseMissing.ts';
import { drawLogo } from './drawLogo.ts';
import { findLogo, listLogos } from './queries.ts';
import { saveLogo } from './saveLogo.ts';

const client = refuseMissing(managedClientTexts.notFound);
const logo = refuseMissing(clientLogoTexts.notFound);

/** Routes for the logos of clients. */
export function clientLogoRoutes(app: App): void {
  route(app, listClientLogos, async ({ actor, db }) => ({ items: await listLogos(db, actor) }));

  fileRoute(app, getClientLogo, async ({ input, actor, db }) => {
    const content = logo.found(await findLogo(db, actor, input.clientId));
    return {
      fileName: 'logo.jpg',
      byteCount: content.byteLength,
      digest: createHash('sha256').update(content).digest('hex'),
      content: Readable.from([content]),
      patientIds: [],
    };
  });

  route(app, saveClientLogo, async ({ input, actor, db }) => {
    const { clientId, picture, version } = input;
    if (!actor.clientIds.includes(clientId)) throw client.notFound();
    const allowed = authorize(actor, savingClients, 'save', { clientId, clientIds: [clientId] });
    const content = picture === null ? null : await drawLogo(app.deps, Buffer.from(picture, 'base64'), actor);
    return await saveLogo(db, actor, allowed, { content, seen: version });
  });
}
