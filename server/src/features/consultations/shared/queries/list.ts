import { Direction } from '@careloop/contracts/codes';
import { consultationStatus, openConsultationStatuses } from '@careloop/contracts/codes/consultations';
import type { ConsultationListItem, listConsultations } from '@careloop/contracts/consultations';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../../../platform/identity/actor.ts';
import type { Actor } from '../../../../platform/identity/actor.ts';
import { maySeeConsultation } from '../../../../core/access/consultationAccess.ts';
import { maySeePatient } from '../../../../core/access/patientAccess.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { codeOf } from '../../../../platform/db/codeOf.ts';
import { pageOf, readCursor } from '../../../../platform/db/cursor.ts';
import { literals } from '../../../../platform/db/literals.ts';
import { iso, shape } from '../../../../platform/db/shape.ts';
import { startsWith } from '../../../../platform/db/startsWith.ts';
import { itemOf } from '../../../../core/work-queues/subjectItems.ts';
import { patientSummary } from '../../../patients/shared/queries/patients.ts';
import { isReceiverUser } from '../../queries/consultation.ts';
import { consultationSummary, isUnread, summaryTables } from '../../queries/summary.ts';
import type { SummaryTables } from '../../queries/summary.ts';

type Search = InputOf<typeof listConsultations>;

const listedConsultation = (actor: Actor) =>
  shape<ConsultationListItem, SummaryTables & { p: 'patient' }>({
    ...consultationSummary.columns,
    patient: patientSummary.nested,
    workQueueEncounterId: itemOf('consultation', sql.ref('cr.consultation_id')),
    requestedToUserId: 'cr.requested_to_user_id',
    healthcareProviderId: 'cr.healthcare_provider_id',
    statusCode: codeOf<number>('cr.status', consultationStatus.table),
    dateCreated: iso('cr.date_created'),
    isUnread: isUnread(actor),
    version: 'cr.version',
  });

/**
 * One page of consultations, newest first: those of a patient, or those sent to or by the actor or someone they act for. Each
 * branch reads one index range per owner in the order of the page, up to its last row. The branch of coordinators skips the
 * consultations of active receivers, which are most of a client's, and may read all of them.
 */
export async function findConsultations(db: Db, actor: Actor, search: Search, pageSize: number) {
  const ids = sql`select consultation_id, date_created
    from (${sql.join(branches(actor, search, pageSize + 1), sql` union `)}) as found
    order by date_created desc, consultation_id desc limit ${pageSize + 1}`;
  const { rows } = await listedConsultation(actor).from`(${ids}) as page
    join consultation cr using (consultation_id) join patient p on p.patient_id = cr.patient_id ${summaryTables}
    order by cr.date_created desc, cr.consultation_id desc`.execute(db);
  return pageOf(rows, pageSize, (row) => ({ key: row.dateCreated, id: row.careCoordinatorRequestId }));
}

/** SQL for the number of unread answers of the actor or the person acted for. */
export function unreadCount(actor: Actor): RawBuilder<number> {
  return sql<number>`(select count(*)::int
    from (select consultation_id from consultation where created_by_user_id = ${principalOf(actor)} and is_answer_unread
      union
      select consultation_id from consultation where on_behalf_of_user_id = ${principalOf(actor)} and is_answer_unread) as own
    join consultation cr using (consultation_id) join patient p on p.patient_id = cr.patient_id
    where ${isUnread(actor)} and ${maySeePatient(actor)})`;
}

function branches(actor: Actor, search: Search, limit: number): RawBuilder<unknown>[] {
  const of = (owners: RawBuilder<unknown>, column: string, mayAlso: RawBuilder<boolean>) =>
    branch({ actor, owners, column, mayAlso, search, limit });
  if (search.patientId !== undefined) {
    return [of(sql`array[${search.patientId}::bigint]`, 'patient_id', maySeeConsultation(actor))];
  }
  const users = sql`${actor.userIds}::bigint[]`;
  const incoming = [
    of(users, 'requested_to_user_id', sql<boolean>`true`),
    // Coordinators stand in for receivers who cannot sign in. Until one who was deactivated is replaced, and after they
    // answered, the consultation is in no coordinator's queue.
    of(
      sql`${actor.coordinatorClientIds}::bigint[]`,
      'client_id',
      sql<boolean>`(not ${isReceiverUser} and ${maySeeConsultation(actor)})`,
    ),
  ];
  // A user who lost access to the patient also loses the requests they sent for that patient.
  const outgoing = ['created_by_user_id', 'on_behalf_of_user_id'].map((column) =>
    of(users, column, maySeePatient(actor)),
  );
  if (search.direction === Direction.incoming) return incoming;
  // Only the sender has unread answers.
  if (search.direction === Direction.outgoing || search.unread === true) return outgoing;
  const ofClients = of(sql`${actor.viewAllClientIds}::bigint[]`, 'client_id', sql<boolean>`true`);
  return [...incoming, ...outgoing, ofClients];
}

interface Branch {
  actor: Actor;
  /** Values to look for in the column. */
  owners: RawBuilder<unknown>;
  column: string;
  mayAlso: RawBuilder<boolean>;
  search: Search;
  limit: number;
}

function branch({ actor, owners, column, mayAlso, search, limit }: Branch): RawBuilder<unknown> {
  const after = readCursor(search.cursor);
  const behind =
    after === null ? sql`` : sql`and (cr.date_created, cr.consultation_id) < (${after.key}::timestamptz, ${after.id})`;
  return sql`(select found.* from unnest(${owners}) as o(id) cross join lateral (
    select cr.consultation_id, cr.date_created from consultation cr join patient p on p.patient_id = cr.patient_id
    where ${sql.ref(`cr.${column}`)} = o.id and ${mayAlso} and ${inStatus(search)} and ${named(search)}
      and ${search.unread === true ? isUnread(actor) : sql`true`} ${behind}
    order by cr.date_created desc, cr.consultation_id desc limit ${limit}) as found)`;
}

function inStatus({ status }: Search): RawBuilder<boolean> {
  if (status === undefined) return sql<boolean>`true`;
  return status === 'open'
    ? sql<boolean>`cr.status in (${literals(openConsultationStatuses)})`
    : sql<boolean>`cr.status = ${status}`;
}

function named({ searchTerm }: Search): RawBuilder<boolean> {
  if (searchTerm === '') return sql<boolean>`true`;
  return sql<boolean>`(${startsWith(sql.ref('p.last_first'), searchTerm)} or ${startsWith(sql.ref('p.first_last'), searchTerm)}
    or ${startsWith(sql.ref('p.mrn_key'), searchTerm)})`;
}
