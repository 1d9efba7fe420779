import { getReport, getReportFilters, listReportRows, reportTexts } from '@careloop/contracts/reports';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { isForClients } from '../../core/access/sharedLookups.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { findRefreshedAt, findReport } from './queries/report.ts';
import { findReportRows } from './queries/rows.ts';

export function reportRoutes(app: App): void {
  route(app, getReport, async ({ input, actor, db }) => {
    requireClient(actor, input);
    const [report, refreshedAt] = await Promise.all([findReport(db, actor, input), findRefreshedAt(db)]);
    return { ...report, refreshedAt };
  });

  route(app, listReportRows, async ({ input, actor, db, setAuditSubject }) => {
    requireClient(actor, input);
    setAuditSubject({ subjectType: 'report' });
    return findReportRows(db, actor, input);
  });

  route(app, getReportFilters, ({ actor, db }) => findFilters(db, actor.clientIds));
}

/** Only users of a client may see its numbers. */
function requireClient(actor: Actor, { clientId }: { clientId?: number | undefined }): void {
  if (clientId !== undefined && !actor.clientIds.includes(clientId)) {
    throw invalidInput({ clientId: reportTexts.notYourClient });
  }
}

async function findFilters(db: Db, clientIds: readonly number[]) {
  const [clients, facilities, specialties] = await Promise.all([
    db
      .selectFrom('client')
      .select(['client_id as clientId', 'display_name as name'])
      .where('client_id', '=', sql<number>`any(${clientIds}::bigint[])`)
      .orderBy('display_name')
      .execute(),
    db
      .selectFrom('facility')
      .select(['facility_id as facilityId', 'client_id as clientId', 'name'])
      .where('client_id', '=', sql<number>`any(${clientIds}::bigint[])`)
      .orderBy('name')
      .execute(),
    db
      .selectFrom('healthcare_provider_specialty')
      .select(['healthcare_provider_specialty_id as healthcareProviderSpecialtyId', 'name'])
      .where(isForClients(clientIds))
      .orderBy('name')
      .execute(),
  ]);
  return { clients, facilities, specialties };
}
