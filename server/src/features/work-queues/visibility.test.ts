import { WorkQueue, WorkQueueStatus } from '@careloop/contracts/codes';
import { getWorkQueues, listWorkQueueItemsByStatus, type WorkQueueFilters } from '@careloop/contracts/work-queues';
import { Random } from '@careloop/demo/random';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildClient, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

// An independent implementation, over plain lists, of which items a user sees and what filters leave of them.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const dayMs = 86_400_000;
const queueIds = Object.values(WorkQueue);
/** Queues whose items stay with their owner, regardless of access to the patient. */
const staying: number[] = [WorkQueue.referralToProcess, WorkQueue.careCoordinatorRequest];
const encounterTypes = ['inpatient', 'emergency'] as const;

interface User {
  userId: number;
  clientId: number;
  isCoordinator: boolean;
  seesAll: boolean;
}
interface Item {
  id: number;
  queueId: number;
  status: 'open' | 'completed';
  ownerUserId: number | null;
  ownerClientId: number | null;
  patientId: number;
  encounterType: (typeof encounterTypes)[number] | null;
  daysWaiting: number;
  claimedBy: number | null;
  sharedWith: number[];
}

class World {
  readonly random = new Random('items of the queues');
  readonly users: User[] = [];
  readonly patients: { patientId: number; clientId: number; team: number[] }[] = [];
  readonly proxies: { proxied: number; proxy: number }[] = [];
  readonly items: Item[] = [];

  async build() {
    const { random } = this;
    const clients = [await buildClient(app.db), await buildClient(app.db)];
    for (let number = 0; number < 8; number += 1) {
      const { clientId } = random.pick(clients);
      const [isCoordinator, seesAll] = [random.chance(0.3), random.chance(0.3)];
      const permissions = ['ManageWorkQueues', ...(seesAll ? (['ViewAllPatients'] as const) : [])] as const;
      const { userId } = await buildUser(app.db, { clientId, isCoordinator, permissions: [...permissions] });
      this.users.push({ userId, clientId, isCoordinator, seesAll });
    }
    for (const { userId } of this.users) {
      const other = random.pick(this.users).userId;
      if (other === userId || random.chance(0.4)) continue;
      await addProxy(app.db, { userId: other }, { userId });
      this.proxies.push({ proxied: other, proxy: userId });
    }
    for (let number = 0; number < 10; number += 1) await this.#addPatient(random.pick(clients).clientId);
    for (let number = 0; number < 240; number += 1) await this.#addItem(clients.map(({ clientId }) => clientId));
  }

  async #addPatient(clientId: number) {
    const patient = await buildPatient(app.db, { clientId });
    const team = this.users.filter(() => this.random.chance(0.25));
    for (const user of team) await addToCareTeam(app.db, patient, user);
    this.patients.push({ patientId: patient.patientId, clientId, team: team.map(({ userId }) => userId) });
  }

  async #addItem(clientIds: readonly number[]) {
    const { random } = this;
    const { patientId } = random.pick(this.patients);
    const ownerUserId = random.chance(0.7) ? random.pick(this.users).userId : null;
    const one = {
      queueId: random.pick(queueIds),
      status: random.chance(0.7) ? ('open' as const) : ('completed' as const),
      ownerUserId,
      ownerClientId: ownerUserId === null ? random.pick(clientIds) : null,
      patientId,
      encounterType: random.chance(0.7) ? random.pick(encounterTypes) : null,
      daysWaiting: random.int(0, 20),
      claimedBy: random.chance(0.3) ? random.pick(this.users).userId : null,
      sharedWith: this.users.filter(() => random.chance(0.1)).map(({ userId }) => userId),
    };
    this.items.push({ ...one, id: await insertItem(one) });
  }

  /** A user's access, on their own or as the person they act for. */
  #sight(userId: number, isActing: boolean) {
    const mine = this.proxies.filter(({ proxy }) => proxy === userId).map(({ proxied }) => proxied);
    const ids = isActing ? [userId] : [userId, ...mine];
    const people = this.users.filter((user) => ids.includes(user.userId));
    return {
      ids,
      coordinated: people.filter(({ isCoordinator }) => isCoordinator).map(({ clientId }) => clientId),
      seenWhole: people.filter(({ seesAll }) => seesAll).map(({ clientId }) => clientId),
      client: this.users.find((user) => user.userId === userId)?.clientId,
    };
  }

  itemsOf(userId: number, isActing: boolean): Item[] {
    const { ids, coordinated, seenWhole, client } = this.#sight(userId, isActing);
    return this.items.filter((item) => {
      const patient = this.patients.find(({ patientId }) => patientId === item.patientId);
      if (patient === undefined) return false;
      const isSeen = seenWhole.includes(patient.clientId) || patient.team.some((id) => ids.includes(id));
      if (item.ownerUserId !== null && ids.includes(item.ownerUserId)) return staying.includes(item.queueId) || isSeen;
      if (item.ownerClientId !== null && coordinated.includes(item.ownerClientId)) return true;
      return item.sharedWith.includes(userId) && (patient.clientId === client || patient.team.includes(userId));
    });
  }
}

async function insertItem(item: Omit<Item, 'id'>): Promise<number> {
  const createdAt = new Date(Date.now() - item.daysWaiting * dayMs - 60_000);
  const encounter =
    item.encounterType === null
      ? undefined
      : await app.db
          .insertInto('patient_encounter')
          .values({ patient_id: item.patientId, encounter_type: item.encounterType, encounter_date: createdAt })
          .returning('patient_encounter_id')
          .executeTakeFirstOrThrow();
  const { id } = await app.db
    .insertInto('work_queue_encounter')
    .values({
      work_queue_id: item.queueId,
      status: item.status,
      owner_user_id: item.ownerUserId,
      owner_client_id: item.ownerClientId,
      patient_id: item.patientId,
      patient_encounter_id: encounter?.patient_encounter_id ?? null,
      encounter_date: createdAt,
      created_at: createdAt,
      on_top_from: createdAt,
      claimed_by_user_id: item.claimedBy,
      claimed_at: item.claimedBy === null ? null : new Date(),
    })
    .returning('work_queue_encounter_id as id')
    .executeTakeFirstOrThrow();
  for (const user_id of item.sharedWith) {
    await app.db
      .insertInto('work_queue_encounter_access')
      .values({ work_queue_encounter_id: id, user_id, granted_by_user_id: user_id })
      .execute();
  }
  return id;
}

type Filter = Pick<WorkQueueFilters, 'encounterType' | 'waitingDays' | 'claimedBy'> & { status: number };

function randomFilter(random: Random): Filter {
  return {
    status: random.int(1, 3),
    encounterType: random.chance(0.4) ? random.pick(encounterTypes) : undefined,
    waitingDays: random.chance(0.4) ? random.int(1, 20) : undefined,
    claimedBy: random.chance(0.4) ? random.pick(['me', 'others', 'nobody'] as const) : undefined,
  };
}

function passes(item: Item, filter: Filter, userId: number): boolean {
  const claimer = item.claimedBy === null ? 'nobody' : item.claimedBy === userId ? 'me' : 'others';
  const isInStatus = item.status === (filter.status === WorkQueueStatus.open ? 'open' : 'completed');
  return (
    (filter.status === WorkQueueStatus.all || isInStatus) &&
    (filter.encounterType === undefined || item.encounterType === filter.encounterType) &&
    (filter.waitingDays === undefined || item.daysWaiting >= filter.waitingDays) &&
    (filter.claimedBy === undefined || claimer === filter.claimedBy)
  );
}

test('the items a user sees, on their own and acting for others, in the tree and for any filter', async () => {
  const world = new World();
  await world.build();
  let seen = 0;
  const compare = async (caller: Caller, userId: number, actingFor?: number) => {
    const own = world.itemsOf(actingFor ?? userId, actingFor !== undefined);
    const acting = actingFor === undefined ? {} : { onBehalfOfUserId: actingFor };
    const { categories } = await caller.ok(getWorkQueues, acting as never);
    for (const { workQueueId, openCount } of categories.flatMap(({ workQueues }) => workQueues)) {
      const inQueue = own.filter(({ queueId }) => queueId === workQueueId);
      expect(openCount).toBe(inQueue.filter(({ status }) => status === 'open').length);
      for (const filter of [{ status: WorkQueueStatus.all }, randomFilter(world.random), randomFilter(world.random)]) {
        const input = { workQueueId, pageSize: 100, ...filter, ...acting };
        const { items, totalItemCount } = await caller.ok(listWorkQueueItemsByStatus, input);
        const expected = inQueue.filter((item) => passes(item, filter, userId)).map(({ id }) => id);
        const ids = items.map(({ workQueueEncounterId }) => workQueueEncounterId);
        const who = { userId, actingFor, ...input };
        expect({ ...who, ids: ids.toSorted((a, b) => a - b) }).toEqual({ ...who, ids: expected });
        expect(totalItemCount).toBe(expected.length);
        seen += expected.length;
      }
    }
  };
  for (const { userId } of world.users) {
    const caller = await app.as({ userId });
    await compare(caller, userId);
    for (const { proxied, proxy } of world.proxies) if (proxy === userId) await compare(caller, userId, proxied);
  }
  expect(seen).toBeGreaterThan(400);
});
