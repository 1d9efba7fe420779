import {
  listAllClients,
  listClientOrganizations,
  listManagedClients,
  listManagedFacilities,
  listMarkets,
  managedClientTexts as texts,
  saveClient,
  saveClientOrganization,
  saveFacility,
  saveMarket,
} from '@careloop/contracts/administration/clients';

import {
  faxNumberTexts,
  listAreaCodes,
  listFaxNumbers,
  provisionFaxNumber,
} from '@careloop/contracts/administration/faxNumbers';

import type { Actor } from '../../../platform/identity/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { Db } from '../../../platform/db/client.ts';
import { AppError } from '../../../platform/errors.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { outbox } from '../../../core/integrations/sender.ts';
import { savingClients, savingOrganizations } from '../policy.ts';
import { refuseMissing } from '../refuseMissing.ts';
import * as queries from './queries.ts';
import { listFaxNumbersOf, lockFacility, requestFaxNumber } from './requestFaxNumber.ts';
import * as saving from './saveClients.ts';

const { found, notFound } = refuseMissing(texts.notFound);

/** Routes for managing organizations, clients, markets and facilities. */
export function managedClientRoutes(app: App): void {
  route(app, listClientOrganizations, async ({ actor, db }) => ({
    items: await queries.listOrganizations(db, actor),
    canAdd: savingOrganizations.save(actor, { existing: null }),
  }));
  route(app, listAllClients, async ({ actor, db }) => ({ clients: await queries.listEveryClient(db, actor) }));
  route(app, listManagedClients, ({ input, actor, db }) => queries.listClients(db, actor, input));
  route(app, listMarkets, async ({ input, actor, db }) => ({
    items: await queries.listMarketsOf(db, actor, input.clientId),
  }));
  route(app, listManagedFacilities, async ({ input, actor, db }) => ({
    items: await queries.listFacilitiesOf(db, actor, input.clientId),
  }));

  route(app, saveClientOrganization, async ({ input, actor, db }) => {
    const existing = input.clientOrganizationId
      ? found(await queries.lockRow(db, 'client_organization', input.clientOrganizationId))
      : null;
    const { id, version } = await saving.saveOrganization(
      db,
      actor,
      authorize(actor, savingOrganizations, 'save', { existing }),
      input,
    );
    return { clientOrganizationId: id, version };
  });

  route(app, saveClient, async ({ input, actor, db }) => {
    const existing = await lockOwn(db, actor, 'client', input.clientId);
    const row = { existing, clientIds: existing?.clientIds ?? [] };
    const { id, version } = await saving.saveClient(db, actor, authorize(actor, savingClients, 'save', row), input);
    return { clientId: id, version };
  });

  route(app, saveMarket, async ({ input, actor, db }) => {
    const existing = await lockOwn(db, actor, 'market', input.marketId, input.clientId);
    const row = { existing, clientIds: [input.clientId] };
    const { id, version } = await saving.saveMarket(db, actor, authorize(actor, savingClients, 'save', row), input);
    return { marketId: id, version };
  });

  route(app, saveFacility, async ({ input, actor, db }) => {
    const existing = await lockOwn(db, actor, 'facility', input.facilityId, input.clientId);
    const row = { existing, clientIds: [input.clientId] };
    const { id, version } = await saving.saveFacility(db, actor, authorize(actor, savingClients, 'save', row), input);
    return { facilityId: id, version };
  });
}

/** Routes for the fax numbers of facilities. */
export function faxNumberRoutes(app: App): void {
  const service = () => app.deps.senders.fax;
  const isConnected = () => service().vendor !== outbox.vendor;

  route(app, listFaxNumbers, async ({ input, actor, db }) => ({
    items: await listFaxNumbersOf(db, actor, input.facilityId),
  }));

  route(app, listAreaCodes, async () => ({ isConnected: isConnected(), areaCodes: await service().areaCodes() }));

  route(app, provisionFaxNumber, async ({ input: { facilityId, areaCode }, actor, db }) => {
    const facility = found(await lockFacility(db, facilityId));
    if (!facility.clientIds.every((one) => actor.clientIds.includes(one))) throw notFound();
    const allowed = authorize(actor, savingClients, 'save', facility);
    if (!isConnected()) throw new AppError('refused', { message: faxNumberTexts.noService });
    return await requestFaxNumber(db, actor, allowed, { areaCode, vendor: service().vendor });
  });
}

/**
 * Locks a row of one of the administrator's clients; null for a new one.
 * @throws AppError `not_found` if it does not exist or belongs to others
 */
async function lockOwn(
  db: Db,
  actor: Actor,
  table: queries.ManagedTable,
  id: number | null | undefined,
  clientId?: number,
) {
  if (clientId !== undefined && !actor.clientIds.includes(clientId)) throw notFound();
  if (!id) return null;
  const row = found(await queries.lockRow(db, table, id));
  const isOwn = row.clientIds.every((one) => actor.clientIds.includes(one) && (clientId ?? one) === one);
  if (!isOwn) throw notFound();
  return row;
}
