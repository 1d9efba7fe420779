import type { InputOf } from '@careloop/contracts/endpoint';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import type { MessageUser } from '@careloop/contracts/messages';
import type { findUsers, MessageRecipient } from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { sightOfUser, userMaySeePatient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { jsonRows, shape } from '../../db/shape.ts';
import { startsWith } from '../../db/startsWith.ts';
import { invalidInput } from '../../errors.ts';
import { messageUser } from './listQuery.ts';
import type { NewMessageRules } from './policy.ts';
import { receivesMessages } from './visibility.ts';

/** Whether a member may see a patient, and so write about them. */
function isOpenTo(memberId: number, patientId: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from patient p where p.patient_id = ${patientId}
    and ${userMaySeePatient(sightOfUser(sql`${memberId}`), sql`p.patient_id`)})`;
}

/**
 * Whom a member may send messages to, as SQL over `user_account u`: users who receive messages and share a client with the
 * sender; about a patient, also in the patient's client or on the care team.
 */
export function mayBeMessaged(senderId: number, patientId: number | null = null): RawBuilder<boolean> {
  const sharesClient = sql<boolean>`exists (select from user_client mine
    join user_client theirs on theirs.client_id = mine.client_id and theirs.user_id = u.user_id
    where mine.user_id = ${senderId})`;
  const ofPatient =
    patientId !== null &&
    sql`and (exists (select from patient pp join user_client pc on pc.client_id = pp.client_id and pc.user_id = u.user_id
      where pp.patient_id = ${patientId}) or ${isOnCareTeam(patientId)})`;
  return sql<boolean>`(${receivesMessages(sql`u.user_id`)} and ${sharesClient} ${ofPatient || sql``})`;
}

function isOnCareTeam(patientId: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from care_team_member t
    where t.patient_id = ${patientId} and t.user_id = u.user_id and t.status = 'accepted')`;
}

export interface Recipient extends MessageUser {
  isOnCareTeam: boolean;
}

/** Recipients of a new message, each once and never the sender, and its patient. */
export interface Addressees extends NewMessageRules {
  found: Recipient[];
  patientId: number | null;
  /** Whether the sender may write about the patient; true without one. */
  isPatientOpen: boolean;
}

/**
 * Finds the recipients of a message, and whether the sender may see its patient, in one round trip.
 * @throws AppError `invalid_input` when nobody but the sender is named, or too many
 */
export async function findAddressees(
  db: Db,
  senderId: number,
  named: readonly number[],
  patientId: number | null,
): Promise<Addressees> {
  const userIds = [...new Set(named)].filter((userId) => userId !== senderId);
  if (userIds.length === 0) throw invalidInput({ recipientUserIds: messageTexts.onlyYourself });
  if (userIds.length > messageLimits.recipients)
    throw invalidInput({ recipientUserIds: messageTexts.tooManyRecipients });
  const recipient = shape<Recipient, { u: 'user_account' }>({
    ...messageUser.columns,
    isOnCareTeam: patientId === null ? sql`false` : isOnCareTeam(patientId),
  });
  const recipients = recipient.jsonArray({
    from: sql`user_account u where u.user_id = any(${userIds}::bigint[]) and ${mayBeMessaged(senderId, patientId)}`,
    orderBy: sql`u.user_id`,
  });
  const isOpen = patientId === null ? sql<boolean>`true` : isOpenTo(senderId, patientId);
  const { found, isPatientOpen } = await db
    .selectNoFrom([isOpen.as('isPatientOpen'), recipients.as('found')])
    .executeTakeFirstOrThrow();
  return { found, namedCount: userIds.length, patientId, isPatientOpen };
}

/** Whether a member may search for people to write to about a patient. */
export async function mayWriteAbout(db: Db, memberId: number, patientId: number): Promise<boolean> {
  const { isOpen } = await db.selectNoFrom(isOpenTo(memberId, patientId).as('isOpen')).executeTakeFirstOrThrow();
  return isOpen;
}

/** Splits a search term into words, as `name_words` of the database splits names. */
const wordsOf = (term: string) => term.split(/[\s,.'’`()/‐‑–—-]+/u).filter((word) => word !== '');

/** Further words are ignored. */
const mostWords = 5;

/**
 * Users `u` by name, with `u.tier` for the order: each word that was typed begins a word of the name. Whose last name is or
 * begins with the first one comes first.
 */
function namedUsers(term: string): RawBuilder<unknown> {
  const [first, ...others] = wordsOf(term).slice(0, mostWords);
  if (first === undefined) return sql`(select *, 0 as tier from user_account where ${term === ''}) as u`;
  const ofOthers = others.map(
    (word) =>
      sql`and exists (select from user_name_word o where o.user_id = n.user_id and ${startsWith(sql`o.word`, word)})`,
  );
  return sql`(select n.user_id, min(case when n.begins_last_name then (n.word <> search_key(${first}))::int else 2 end) as tier
      from user_name_word n where ${startsWith(sql`n.word`, first)} ${sql.join(ofOthers, sql` `)}
      group by n.user_id) as named
    join lateral (select a.*, named.tier from user_account a where a.user_id = named.user_id) as u on true`;
}

interface RecipientTables {
  u: 'user_account';
  s?: 'healthcare_provider_specialty';
  o?: 'healthcare_organization';
}

/** One page of the people a member may write to, by name. */
export async function searchRecipients(
  db: Db,
  senderId: number,
  search: InputOf<typeof findUsers>,
): Promise<{ items: MessageRecipient[]; totalItemCount: number }> {
  const only = search.userIds && sql`and u.user_id = any(${search.userIds}::bigint[])`;
  const without = search.excludedUserIds && sql`and u.user_id <> all(${search.excludedUserIds}::bigint[])`;
  const recipient = shape<MessageRecipient, RecipientTables>({
    ...messageUser.columns,
    fullName: sql`u.last_name || ', ' || u.first_name`,
    userType: 'u.user_type',
    specialty: 's.name',
    organizationName: 'o.name',
    isActiveOnCareTeam: search.patientId === undefined ? sql`null::boolean` : isOnCareTeam(search.patientId),
  });
  const page = recipient.from`(select * from found order by tier, last_name, first_name, user_id
        limit ${search.pageSize} offset ${(search.page - 1) * search.pageSize}) as page
      join user_account u on u.user_id = page.user_id
      left join healthcare_provider pr on pr.user_id = u.user_id
      left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
      left join healthcare_organization o using (healthcare_organization_id)
      order by page.tier, page.last_name, page.first_name, page.user_id`;
  const { rows } = await sql<{ total: number; items: MessageRecipient[] }>`
    with found as materialized (select u.user_id, u.last_name, u.first_name, u.tier from ${namedUsers(search.searchTerm)}
      where true ${only ?? sql``} ${without ?? sql``} and u.user_id <> ${senderId} and ${mayBeMessaged(senderId, search.patientId)})
    select (select count(*) from found)::int as total, ${jsonRows(page)} as items`.execute(db);
  const { total, items } = rows[0] ?? { total: 0, items: [] };
  return { items, totalItemCount: total };
}
