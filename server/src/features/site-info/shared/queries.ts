import { severity, siteDocumentType } from '@careloop/contracts/codes';
import type { Severity, SiteDocumentType } from '@careloop/contracts/codes';
import type { SiteAlert, SiteDocumentSummary } from '@careloop/contracts/site-info';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { isoTimestamp } from '../../../platform/db/isoTimestamp.ts';

interface DocumentRow {
  site_document_id: number;
  document_type: string;
  version_name: string;
  release_date: string;
  version: number;
}

const summaryColumns = ['site_document_id', 'document_type', 'version_name', 'release_date', 'version'] as const;

function toSummary(row: DocumentRow): SiteDocumentSummary {
  return {
    siteDocumentId: row.site_document_id,
    documentType: siteDocumentType.codeOf(row.document_type as SiteDocumentType),
    version: row.version_name,
    releaseDate: row.release_date,
    rowVersion: row.version,
  };
}

/** The newest site document of each type, for the footer. */
export async function findNewestDocuments(db: Db) {
  const rows = await db
    .selectFrom('site_document')
    .distinctOn('document_type')
    .select(summaryColumns)
    .orderBy('document_type')
    .orderBy('release_date', 'desc')
    .orderBy('site_document_id', 'desc')
    .execute();
  const newest = (type: SiteDocumentType) => {
    const row = rows.find((one) => one.document_type === type);
    return row === undefined ? null : toSummary(row);
  };
  return {
    releaseNotes: newest('release_note'),
    privacyPolicy: newest('privacy_policy'),
    termsOfUse: newest('terms_of_use'),
  };
}

/** Site documents, newest first. */
export async function findDocuments(db: Db, type: SiteDocumentType | null): Promise<SiteDocumentSummary[]> {
  const rows = await db
    .selectFrom('site_document')
    .select(summaryColumns)
    .$if(type !== null, (query) => query.where('document_type', '=', type))
    .orderBy('release_date', 'desc')
    .orderBy('site_document_id', 'desc')
    .execute();
  return rows.map(toSummary);
}

/** One document, or the newest of its type, with the documents released before and after it; undefined if there is none. */
export async function findDocument(db: Db, type: SiteDocumentType, siteDocumentId: number | undefined) {
  const row = await db
    .selectFrom('site_document')
    .select([...summaryColumns, 'document_text'])
    .where('document_type', '=', type)
    .$if(siteDocumentId !== undefined, (query) => query.where('site_document_id', '=', siteDocumentId ?? 0))
    .orderBy('release_date', 'desc')
    .orderBy('site_document_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...toSummary(row),
    documentText: row.document_text,
    nextDocument: await findNeighbour(db, row, 'after'),
    previousDocument: await findNeighbour(db, row, 'before'),
  };
}

async function findNeighbour(db: Db, row: DocumentRow, side: 'before' | 'after'): Promise<SiteDocumentSummary | null> {
  const direction = side === 'before' ? 'desc' : 'asc';
  const place = sql`(release_date, site_document_id)`;
  const here = sql`(${row.release_date}::date, ${row.site_document_id}::bigint)`;
  const found = await db
    .selectFrom('site_document')
    .select(summaryColumns)
    .where('document_type', '=', row.document_type)
    .where(side === 'before' ? sql<boolean>`${place} < ${here}` : sql<boolean>`${place} > ${here}`)
    .orderBy('release_date', direction)
    .orderBy('site_document_id', direction)
    .limit(1)
    .executeTakeFirst();
  return found === undefined ? null : toSummary(found);
}

/** The alert, if it is on and applies to all clients or one of the actor's. */
export async function findAlertFor(db: Db, actor: Actor): Promise<SiteAlert | null> {
  const row = await db
    .selectFrom('site_alert')
    .select([
      'alert_id',
      'severity',
      'header',
      'message',
      'is_for_all_clients',
      // Not the other clients it is for, which the user may not know.
      sql<number[]>`array(select client_id from site_alert_client
        where client_id = any(${actor.clientIds}::bigint[]) order by client_id)`.as('clientIds'),
    ])
    .where('is_enabled', '=', true)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { alert_id: id, header, message, clientIds } = row;
  if (!row.is_for_all_clients && clientIds.length === 0) return null;
  const code = severity.codeOf(row.severity as Severity) as SiteAlert['severity'];
  return { id, enabled: true, clientIds, severity: code, header, message };
}

/** The alert's settings, whether it is on or off, with its clients and the user who set it. */
export async function findAlertSettings(db: Db, actor: Actor) {
  const row = await db
    .selectFrom('site_alert as a')
    .leftJoin('user_account as u', 'u.user_id', 'a.updated_by_user_id')
    .select([
      'a.is_enabled as enabled',
      'a.severity',
      'a.header',
      'a.message',
      'a.is_for_all_clients as isForAllClients',
      'a.version as rowVersion',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('changedByFullName'),
      isoTimestamp<string | null>('a.updated_at').as('changedAt'),
      sql<number[]>`array(select client_id from site_alert_client order by client_id)`.as('clientIds'),
    ])
    .executeTakeFirstOrThrow();
  const clients = await db
    .selectFrom('client as c')
    .innerJoin('client_organization as o', 'o.client_organization_id', 'c.client_organization_id')
    .select(['c.client_id as clientId', 'c.display_name as displayName', 'o.name as organizationName'])
    .where(
      sql<boolean>`(${actor.permissions.has('ManageInstallation')}::boolean or c.client_id = any(${actor.clientIds}::bigint[]))`,
    )
    .orderBy('o.name')
    .orderBy('c.display_name')
    .execute();
  return { ...row, clients };
}
