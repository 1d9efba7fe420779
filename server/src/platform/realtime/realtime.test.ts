import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';
import { HttpTransportType, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import { startRealtimeServer } from '../../../test/realtimeServer.ts';
import { createDatabase } from '../db/client.ts';
import { withClient } from '../db/connection.ts';
import { silentLog } from '../db/log.ts';
import { inTransaction } from '../db/transaction.ts';
import { createAudience, publish, publishAccessChanged, publishAll, publishSessionEnded } from './publish.ts';
import { clientRoom, sessionRoom, userRoom } from './rooms.ts';

import type { HubConnection } from '@microsoft/signalr';
import type { TestDatabase } from '../../../test/database.ts';
import type { RealtimeServer, Sessions } from '../../../test/realtimeServer.ts';
import type { Database } from '../db/client.ts';
import type { Room } from './rooms.ts';

// Uses the browser's client, a real HTTP server and a real PostgreSQL.

const coordinator = { userId: 1, sessionId: 11, rooms: [clientRoom(5)] };
const outsider = { userId: 2, sessionId: 21, rooms: [clientRoom(6)] };

let testDatabase: TestDatabase;
let database: Database;
let sessions: Sessions;
let server: RealtimeServer;
const opened: HubConnection[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase({ url: testDatabase.url, maxConnections: 5, applicationName: 'test', log: silentLog });
});

beforeEach(async () => {
  sessions = new Map([
    ['coordinator', coordinator],
    ['outsider', outsider],
  ]);
  server = await startServer();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((connection) => connection.stop()));
  await server.stop();
});

afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

async function startServer(port?: number): Promise<RealtimeServer> {
  return await startRealtimeServer({ sessions, databaseUrl: testDatabase.url, port });
}

/** A connected client, and the events it has received. */
async function connect(token: string, url = server.url) {
  const connection = new HubConnectionBuilder()
    .withUrl(url, { accessTokenFactory: () => token, transport: HttpTransportType.WebSockets })
    .withAutomaticReconnect(Array.from({ length: 100 }, () => 50))
    .configureLogging(LogLevel.None)
    .build();
  const received: unknown[] = [];
  const ends: (string | undefined)[] = [];
  for (const event of ['PatientChangedEvent', 'ReferralChangedEvent', 'ConversationChangedEvent', 'ResyncEvent']) {
    connection.on(event, (payload: unknown) => received.push([event, payload]));
  }
  connection.onclose((error) => ends.push(error?.message));
  let returns = 0;
  connection.onreconnected(() => (returns += 1));
  opened.push(connection);
  await connection.start();
  return {
    connection,
    received,
    ends,
    receives: async (events: unknown[]) => await expect.poll(() => received).toEqual(events),
    reconnects: async () => await expect.poll(() => returns, { timeout: 10_000 }).toBe(1),
  };
}

/** Event published last; if it is the next one received, nothing else was pending. */
const lastEvent = ['PatientChangedEvent', { patientId: 999 }];
async function publishLast(...rooms: Room[]): Promise<void> {
  await publish(database, rooms, 'PatientChangedEvent', { patientId: 999 });
}

const referral = { referralId: 7, patientId: 70, version: 2 };

describe('a client that connects after loading its data', () => {
  const reading = (ms: number) => `${server.url}?readForMs=${ms}`;
  const resync = ['ResyncEvent', {}];

  afterEach(() => void vi.useRealTimers());

  test('is told to refetch only if something was published to its rooms in the meantime', async () => {
    // More time since the server's start than the allowance for connecting.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    await publish(database, [clientRoom(5)], 'ReferralChangedEvent', referral);
    const witness = await connect('coordinator');
    await publishLast(userRoom(1));
    await witness.receives([lastEvent]);
    const [behind, other] = [await connect('coordinator', reading(0)), await connect('outsider', reading(0))];
    await publishLast(userRoom(1), userRoom(2));
    await behind.receives([resync, lastEvent]);
    await other.receives([lastEvent]);
  });

  test('is told to refetch if the server cannot know what was published', async () => {
    const early = await connect('outsider', reading(90_000));
    await publishLast(userRoom(2));
    await early.receives([resync, lastEvent]);
  });
});

describe('an event', () => {
  test('reaches each connection in its rooms once, and no others', async () => {
    const [one, two, other] = [await connect('coordinator'), await connect('coordinator'), await connect('outsider')];
    await publish(database, [userRoom(1), clientRoom(5), sessionRoom(11)], 'ReferralChangedEvent', referral);
    await publishLast(userRoom(1), userRoom(2));
    await one.receives([['ReferralChangedEvent', referral], lastEvent]);
    await two.receives([['ReferralChangedEvent', referral], lastEvent]);
    await other.receives([lastEvent]);
  });

  test('is sent when the transaction commits, and never when it is rolled back', async () => {
    const client = await connect('coordinator');
    await database.transaction().execute(async (db) => {
      await publish(db, [userRoom(1)], 'ReferralChangedEvent', referral);
      await publishLast(userRoom(1));
    });
    const rolledBack = database.transaction().execute(async (db) => {
      await publish(db, [userRoom(1)], 'ReferralChangedEvent', { ...referral, version: 3 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await publishLast(userRoom(1));
    await client.receives([lastEvent, ['ReferralChangedEvent', referral], lastEvent]);
  });

  test('is sent with others in one statement, in order', async () => {
    const client = await connect('coordinator');
    await publishAll(database, [
      { rooms: [userRoom(1)], event: 'ReferralChangedEvent', payload: referral },
      { rooms: [userRoom(2)], event: 'PatientChangedEvent', payload: { patientId: 71 } },
      { rooms: [clientRoom(5)], event: 'PatientChangedEvent', payload: { patientId: 70 } },
    ]);
    await client.receives([
      ['ReferralChangedEvent', referral],
      ['PatientChangedEvent', { patientId: 70 }],
    ]);
  });

  test('for more rooms than fit in a notification arrives once, and does not affect the next event', async () => {
    const client = await connect('coordinator');
    const crowd = Array.from({ length: 3_000 }, (_, index) => userRoom(100_000 + index));
    await publishAll(database, [
      { rooms: [userRoom(1), ...crowd, clientRoom(5)], event: 'ReferralChangedEvent', payload: referral },
      { rooms: [...crowd, clientRoom(5)], event: 'PatientChangedEvent', payload: { patientId: 70 } },
      { rooms: crowd, event: 'PatientChangedEvent', payload: { patientId: 71 } },
    ]);
    await publishLast(userRoom(1));
    await client.receives([['ReferralChangedEvent', referral], ['PatientChangedEvent', { patientId: 70 }], lastEvent]);
  });

  test('for an audience goes to those who are in it when the transaction commits', async () => {
    const { publish: publishToNumbered } = createAudience(
      'numbered',
      (id) => sql`select 'user:' || n as room from generate_series(1, ${id}) as n`,
    );
    const { publish: publishToNew } = createAudience(
      'new',
      (id) => sql`select 'user:' || user_id as room from came_late where ${id} > 0`,
    );
    const [client, other] = [await connect('coordinator'), await connect('outsider')];
    await inTransaction(database, async (db) => {
      await sql`create temporary table came_late (user_id bigint) on commit drop`.execute(db);
      await publishToNew(db, 70, 'PatientChangedEvent', { patientId: 70 });
      await publishToNew(db, 71, 'PatientChangedEvent', { patientId: 71 });
      // As many notifications as they need.
      await publishToNumbered(db, 1_000, 'ReferralChangedEvent', referral);
      await publishToNumbered(db, 0, 'ReferralChangedEvent', { ...referral, version: 3 });
      await sql`insert into came_late values (1)`.execute(db);
    });
    await publishLast(userRoom(1), userRoom(2));
    await client.receives([
      ['PatientChangedEvent', { patientId: 70 }],
      ['PatientChangedEvent', { patientId: 71 }],
      ['ReferralChangedEvent', referral],
      lastEvent,
    ]);
    await other.receives([['ReferralChangedEvent', referral], lastEvent]);
  });

  test('carries only its declared fields', async () => {
    const client = await connect('coordinator');
    const wordy = { ...referral, patientName: 'Lucas Leon' };
    await publish(database, [userRoom(1)], 'ReferralChangedEvent', wordy);
    await client.receives([['ReferralChangedEvent', referral]]);
  });

  test('published in one process reaches the clients of another', async () => {
    const second = await startServer();
    const [here, there] = [await connect('coordinator'), await connect('coordinator', second.url)];
    await publish(database, [userRoom(1)], 'ReferralChangedEvent', referral);
    await here.receives([['ReferralChangedEvent', referral]]);
    await there.receives([['ReferralChangedEvent', referral]]);
    await there.connection.stop();
    await second.stop();
  });
});

describe('an event that requires a permission', () => {
  const conversation = { conversationKey: '6f1c53a4-9a34-4b3e-8a44-0c1d2e3f4a5b', lastSequence: 3 };
  const told = ['ConversationChangedEvent', conversation];
  const tell = () => publish(database, [userRoom(1)], 'ConversationChangedEvent', conversation);

  test('reaches only those in its rooms who hold it', async () => {
    sessions.set('messenger', { ...coordinator, sessionId: 12, permissions: ['Messages'] });
    // Acts for the coordinator.
    sessions.set('outsider', { ...outsider, rooms: [userRoom(1)], permissions: ['ManageWorkQueues'] });
    const [holds, lacks, proxy] = [await connect('messenger'), await connect('coordinator'), await connect('outsider')];
    await tell();
    await publishLast(userRoom(1));
    await holds.receives([told, lastEvent]);
    await lacks.receives([lastEvent]);
    await proxy.receives([lastEvent]);
  });

  test('is no longer received once the permission is revoked', async () => {
    sessions.set('coordinator', { ...coordinator, permissions: ['Messages'] });
    const client = await connect('coordinator');
    await tell();
    sessions.set('coordinator', { ...coordinator, rooms: [clientRoom(8)] });
    await publishAccessChanged(database, 1);
    // Receiving an event for the new room shows that the change has taken effect.
    await expect
      .poll(async () => await publish(database, [clientRoom(8)], 'ResyncEvent', {}).then(() => client.received))
      .toContainEqual(['ResyncEvent', {}]);
    await tell();
    await publishLast(userRoom(1));
    await expect.poll(() => client.received).toContainEqual(lastEvent);
    expect(client.received.filter((event) => !isDeepStrictEqual(event, ['ResyncEvent', {}]))).toEqual([
      told,
      lastEvent,
    ]);
  });
});

describe('a session', () => {
  test('is required', async () => {
    await expect(connect('nobody')).rejects.toThrow('401');
  });

  test('that ends closes its connections in every process for good, and no others', async () => {
    const second = await startServer();
    sessions.set('elsewhere', { ...coordinator, sessionId: 12 });
    const [here, there] = [await connect('coordinator'), await connect('coordinator', second.url)];
    const otherSession = await connect('elsewhere');
    sessions.delete('coordinator');
    await publishSessionEnded(database, 11);
    for (const client of [here, there]) {
      await expect.poll(() => client.ends).toEqual([expect.stringContaining('The session ended')]);
    }
    expect(otherSession.connection.state).toBe(HubConnectionState.Connected);
    await second.stop();
  });

  test('reconnects with a newer token when its token expires', async () => {
    sessions.set('coordinator', { ...coordinator, expiresAt: new Date(Date.now() + 1_000) });
    const client = await connect('coordinator');
    sessions.set('coordinator', coordinator);
    await client.reconnects();
    await publishLast(userRoom(1));
    await client.receives([lastEvent]);
  });
});

describe('a change of access', () => {
  test('changes the rooms of the connections that are open', async () => {
    const client = await connect('coordinator');
    sessions.set('coordinator', { ...coordinator, rooms: [clientRoom(8)] });
    await publishAccessChanged(database, 1);
    await publish(database, [userRoom(1)], 'PatientChangedEvent', { patientId: 1 });
    await client.receives([['PatientChangedEvent', { patientId: 1 }]]);
    await publish(database, [clientRoom(5)], 'ReferralChangedEvent', referral);
    await publish(database, [clientRoom(8)], 'PatientChangedEvent', { patientId: 8 });
    await client.receives([
      ['PatientChangedEvent', { patientId: 1 }],
      ['PatientChangedEvent', { patientId: 8 }],
    ]);
  });

  test('that leaves a user without access closes their connections', async () => {
    const client = await connect('coordinator');
    sessions.delete('coordinator');
    await publishAccessChanged(database, 1);
    await expect.poll(() => client.ends).toHaveLength(1);
    expect(server.hub.counts()).toEqual({ connections: 0, users: 0 });
  });
});

describe('after a loss', () => {
  test('of the server, the client reconnects automatically', async () => {
    const client = await connect('coordinator');
    await server.stop();
    server = await startServer(server.port);
    await client.reconnects();
    await publishLast(userRoom(1));
    await client.receives([lastEvent]);
  });

  test('of the notification connection, every client is checked again and told to refetch', async () => {
    const [stays, goes] = [await connect('coordinator'), await connect('outsider')];
    sessions.delete('outsider');
    await withClient({ url: testDatabase.url, applicationName: 'test' }, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'careloop-listener'`),
    );
    await stays.receives([['ResyncEvent', {}]]);
    await expect.poll(() => goes.ends).toHaveLength(1);
    expect(goes.received).toEqual([]);
    await publishLast(userRoom(1));
    await stays.receives([['ResyncEvent', {}], lastEvent]);
  });
});

test('an unknown notification is ignored', async () => {
  const client = await connect('coordinator');
  await withClient({ url: testDatabase.url, applicationName: 'test' }, async (owner) => {
    for (const text of ['nonsense', '{}', '{"kind":"event"}', '{"kind":"sessionEnded","sessionId":"11"}']) {
      await owner.query('select pg_notify($1, $2)', ['careloop_realtime', text]);
    }
  });
  await publishLast(userRoom(1));
  await client.receives([lastEvent]);
});

test('a method call gets an error, because there are no hub methods', async () => {
  const client = await connect('coordinator');
  await expect(client.connection.invoke('Shout', 'hello')).rejects.toThrow("Unknown hub method 'Shout'");
});
