import type { Permission } from '@careloop/contracts/access';
import { sql } from 'kysely';

import type { Db } from '../src/platform/db/client.ts';
import { readOracleRows } from './oracleRows.ts';
import type { OracleRows } from './oracleRows.ts';

/**
 * Who may see what by the rules of docs/domain, computed row by row from the tables with plain sets. Shares no code with the
 * product's predicates.
 */
export interface Oracle {
  users: { userId: number; username: string }[];
  firstClientId: number;
  patients: { patientId: number; clientId: number; mrn: string }[];
  patientIds: number[];
  referrals: ReferralRow[];
  referralIds: number[];
  consultations: ConsultationRow[];
  consultationIds: number[];
  documentIds: number[];
  conversations: {
    conversationId: number;
    key: string;
    patientId: number | null;
    members: number[];
    lastSequence: number;
  }[];
  userMessages: { userMessageId: number; conversationId: number; userId: number; isUnread: boolean }[];
  /** Whether the user has a permission themselves, regardless of whom they act for. */
  holds(userId: number, permission: Permission): boolean;
  actsFor(userId: number): Set<number>;
  coordinates(userId: number): Set<number>;
  /** Rows that belong to an owner or a patient. */
  rows: OracleRows;
  /** Clients in which the user sees every patient, including through those they act for. */
  wholeClientsOf(userId: number): Set<number>;
  /** Patients visible through care teams and clients of the user and those they act for. */
  careOf(userId: number): Set<number>;
  /** `careOf` plus patients visible through the user's own emergency access. */
  patientsOf(userId: number): Set<number>;
  clientsOf(userId: number): Set<number>;
  referralsOf(userId: number): Set<number>;
  consultationsOf(userId: number): Set<number>;
  queueItemIds: number[];
  /** Queue items of any status. */
  queueItemsOf(userId: number): Set<number>;
  documentsOf(userId: number): Set<number>;
  conversationsOf(userId: number): Set<number>;
  /** Ids of the user's message copies in conversations they can open. */
  userMessagesOf(userId: number): Set<number>;
}

/** `to` is the receiver, `by` the sender, `behalf` the person it was sent on behalf of. */
interface Sent {
  patientId: number;
  status: string;
  to: number | null;
  by: number;
  behalf: number | null;
}
interface ReferralRow extends Sent {
  referralId: number;
  /** The user of the provider it was accepted for. */
  acceptedFor: number | null;
  version: number;
}
interface ConsultationRow extends Sent {
  consultationId: number;
}
interface ItemRow {
  id: number;
  referralId: number | null;
  consultationId: number | null;
  user: number | null;
  client: number | null;
  patientId: number;
  /** Users it was shared with. */
  shared: number[];
}

/** Reads all relevant tables completely; only for test databases. */
export async function readOracle(db: Db): Promise<Oracle> {
  const read = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
  const users = await read(
    sql<Oracle['users'][number]>`select user_id as "userId", username from user_account where is_active order by 1`,
  );
  const patients = await read(
    sql<
      Oracle['patients'][number]
    >`select patient_id as "patientId", client_id as "clientId", mrn from patient order by 1`,
  );
  const referrals = await read(
    sql<ReferralRow>`select referral_id as "referralId", patient_id as "patientId", referred_to_user_id as to,
      status, created_by_user_id as by, on_behalf_of_user_id as behalf, version, (select user_id from healthcare_provider
      where healthcare_provider_id = accepted_for_healthcare_provider_id) as "acceptedFor" from referral order by 1`,
  );
  const consultations = await read(
    sql<ConsultationRow>`select consultation_id as "consultationId", patient_id as "patientId", requested_to_user_id as to,
      status, created_by_user_id as by, on_behalf_of_user_id as behalf from consultation order by 1`,
  );
  const documents = await read(
    sql<{
      id: number;
      patientId: number;
    }>`select patient_document_id as id, patient_id as "patientId" from patient_document order by 1`,
  );
  const proxies = await read(
    sql<{ who: number; whom: number }>`select proxy_user_id as who, proxied_user_id as whom from user_proxy`,
  );
  const clients = await read(
    sql<{
      userId: number;
      clientId: number;
      coordinates: boolean;
    }>`select user_id as "userId", client_id as "clientId", is_coordinator as coordinates from user_client`,
  );
  const held = await read(
    sql<{ userId: number; permission: string }>`select user_id as "userId", permission from user_permission`,
  );
  const holds = (userId: number, permission: string) =>
    held.some((row) => row.userId === userId && row.permission === permission);
  const members = await read(
    sql<{
      userId: number;
      patientId: number;
    }>`select user_id as "userId", patient_id as "patientId" from care_team_member where status = 'accepted'`,
  );
  const items = await read(
    sql<ItemRow>`select work_queue_encounter_id as id, case when subject_type = 'referral' then subject_id end as "referralId", case when subject_type = 'consultation' then subject_id end as "consultationId", owner_user_id as user, owner_client_id as client, patient_id as "patientId",
      array(select user_id from work_queue_encounter_access x where x.work_queue_encounter_id = w.work_queue_encounter_id) as shared
      from work_queue_encounter w`,
  );

  const conversations = await read(
    sql<
      Oracle['conversations'][number]
    >`select conversation_id as "conversationId", conversation_key as key, patient_id as "patientId", last_sequence as "lastSequence",
      array(select user_id from conversation_member m where m.conversation_id = c.conversation_id) as members from conversation c order by 1`,
  );
  const userMessages = await read(
    sql<
      Oracle['userMessages'][number]
    >`select user_message_id as "userMessageId", conversation_id as "conversationId", user_id as "userId", read_at is null as "isUnread" from user_message order by 1`,
  );

  const actsFor = (userId: number) =>
    new Set([userId, ...proxies.filter((row) => row.who === userId).map((row) => row.whom)]);
  const coordinates = (userId: number) =>
    new Set(
      clients
        .filter((row) => row.coordinates && holds(row.userId, 'ManageWorkQueues') && actsFor(userId).has(row.userId))
        .map((row) => row.clientId),
    );
  const windows = await read(
    sql<{
      userId: number;
      patientId: number;
    }>`select user_id as "userId", patient_id as "patientId" from break_glass_access where expires_at > now()`,
  );
  const wholeClientsOf = memo((userId: number) => {
    const persons = actsFor(userId);
    return new Set(
      clients
        .filter((row) => persons.has(row.userId) && holds(row.userId, 'ViewAllPatients'))
        .map((row) => row.clientId),
    );
  });
  const careOf = memo((userId: number) => {
    const persons = actsFor(userId);
    const whole = wholeClientsOf(userId);
    const open = new Set(members.filter((row) => persons.has(row.userId)).map((row) => row.patientId));
    return new Set(
      patients.filter((row) => whole.has(row.clientId) || open.has(row.patientId)).map((row) => row.patientId),
    );
  });
  const patientsOf = memo((userId: number) => {
    const own = windows.filter((row) => row.userId === userId).map((row) => row.patientId);
    return new Set([...careOf(userId), ...own]);
  });
  const clientsOf = (userId: number) =>
    new Set(clients.filter((row) => row.userId === userId).map((row) => row.clientId));
  /** Items in queues the user coordinates, and those shared with them while they belong to the patient's client or care team. */
  const openedOf = (userId: number) =>
    items.filter(({ client, patientId, shared }) => {
      if (client !== null && coordinates(userId).has(client)) return true;
      const clientId = patients.find((row) => row.patientId === patientId)?.clientId ?? 0;
      const isMember = members.some((row) => row.userId === userId && row.patientId === patientId);
      return shared.includes(userId) && (isMember || clientsOf(userId).has(clientId));
    });
  const referralsOf = memo((userId: number) => {
    const persons = actsFor(userId);
    const queued = openedOf(userId);
    const inQueue = new Set(queued.map((row) => row.referralId));
    const open = referrals.filter(
      (row) =>
        (row.to !== null && persons.has(row.to)) ||
        (row.acceptedFor !== null && persons.has(row.acceptedFor)) ||
        patientsOf(userId).has(row.patientId) ||
        inQueue.has(row.referralId),
    );
    return new Set(open.map((row) => row.referralId));
  });
  const consultationsOf = memo((userId: number) => {
    const persons = actsFor(userId);
    const queued = openedOf(userId);
    const inQueue = new Set(queued.map((row) => row.consultationId));
    const open = consultations.filter(
      (row) =>
        (row.to !== null && persons.has(row.to)) ||
        patientsOf(userId).has(row.patientId) ||
        inQueue.has(row.consultationId),
    );
    return new Set(open.map((row) => row.consultationId));
  });
  const queueItemsOf = memo((userId: number) => {
    const mine = items.filter(({ user }) => user !== null && actsFor(userId).has(user));
    return new Set([...mine, ...openedOf(userId)].map((row) => row.id));
  });
  const documentsOf = memo(
    (userId: number) => new Set(documents.filter((row) => patientsOf(userId).has(row.patientId)).map((row) => row.id)),
  );
  const conversationsOf = memo((userId: number) => {
    const open = conversations.filter(
      ({ members: inIt, patientId }) => inIt.includes(userId) && (patientId === null || careOf(userId).has(patientId)),
    );
    return new Set(open.map((row) => row.conversationId));
  });
  const userMessagesOf = memo((userId: number) => {
    const own = userMessages.filter((row) => row.userId === userId && conversationsOf(userId).has(row.conversationId));
    return new Set(own.map((row) => row.userMessageId));
  });
  return {
    users,
    firstClientId: Math.min(...patients.map((row) => row.clientId)),
    patients,
    patientIds: patients.map((row) => row.patientId),
    referrals,
    referralIds: referrals.map((row) => row.referralId),
    consultations,
    consultationIds: consultations.map((row) => row.consultationId),
    documentIds: documents.map((row) => row.id),
    queueItemIds: items.map((row) => row.id),
    holds,
    actsFor,
    rows: await readOracleRows(db),
    wholeClientsOf,
    coordinates,
    careOf,
    patientsOf,
    clientsOf,
    referralsOf,
    consultationsOf,
    queueItemsOf,
    documentsOf,
    conversations,
    userMessages,
    conversationsOf,
    userMessagesOf,
  };
}

function memo(find: (userId: number) => Set<number>): (userId: number) => Set<number> {
  const found = new Map<number, Set<number>>();
  return (userId) => {
    const known = found.get(userId);
    if (known !== undefined) return known;
    const fresh = find(userId);
    found.set(userId, fresh);
    return fresh;
  };
}
