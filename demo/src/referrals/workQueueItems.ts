import { WorkQueue } from '@careloop/contracts/codes';

import type { DemoEncounter } from '../encounters.ts';
import type { Rows } from '../rows.ts';

export type QueueOwner = { userId: number } | { clientId: number };

interface Item {
  workQueueId: number;
  owner: QueueOwner;
  createdAt: Date;
  completed: { at: Date; by: number } | null;
}

/** The queue items of one referral as it passes from desk to desk. */
export class QueueItems {
  readonly #items: Item[] = [];

  /** Adds the referral to a queue, unless it already has an open item there. */
  enter(workQueueId: number, owner: QueueOwner, at: Date): void {
    if (this.#items.some((item) => item.workQueueId === workQueueId && item.completed === null)) return;
    this.#items.push({ workQueueId, owner, createdAt: at, completed: null });
  }

  /** Completes all open items. */
  leave(at: Date, by: number): void {
    for (const item of this.#items) item.completed ??= { at, by };
  }

  addRows(
    rows: Rows,
    referral: { referralId: number; patientId: number; onTopFrom: Date | string },
    encounters: DemoEncounter[],
  ): void {
    for (const { workQueueId, owner, createdAt, completed } of this.#items) {
      const latest = encounters.findLast(({ date }) => date <= createdAt);
      rows.add('work_queue_encounter', {
        work_queue_id: workQueueId,
        owner_user_id: 'userId' in owner ? owner.userId : null,
        owner_client_id: 'clientId' in owner ? owner.clientId : null,
        patient_id: referral.patientId,
        patient_encounter_id: latest?.patientEncounterId ?? null,
        subject_type: 'referral',
        subject_id: referral.referralId,
        status: completed === null ? 'open' : 'completed',
        encounter_date: latest?.date ?? createdAt,
        created_at: createdAt,
        on_top_from: referral.onTopFrom,
        completed_at: completed?.at ?? null,
        completed_by_user_id: completed?.by ?? null,
        version: completed === null ? 1 : 2,
      });
    }
  }
}

/** The queue in which a new referral waits first. */
export function firstQueueOf(referral: { clientId: number; hasProvider: boolean; userId: number | null }) {
  const client = { clientId: referral.clientId };
  if (!referral.hasProvider) return { workQueueId: WorkQueue.referralNeedsPhysicianSelection, owner: client };
  if (referral.userId === null) return { workQueueId: WorkQueue.referralExceptions, owner: client };
  return { workQueueId: WorkQueue.referralToProcess, owner: { userId: referral.userId } };
}
