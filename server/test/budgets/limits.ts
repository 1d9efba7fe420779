import type { Cost } from './meter.ts';

/** What a call may cost at most: statements, events and jobs exactly as measured, the others about 10 % above it. */
export interface Budget extends Cost {
  published: number;
  jobs: number;
  /** Bytes of the answer. */
  bytes: number;
  /** Tables that may be read whole, each with the reason in a comment. */
  whole: readonly string[];
}

type Row = [
  statements: number,
  blocks: number,
  rows: number,
  wal: number,
  bytes: number,
  published: number,
  jobs: number,
];

const budget = ([statements, blocks, rows, wal, bytes, published, jobs]: Row, ...whole: string[]): Budget => ({
  statements,
  blocks,
  rows,
  wal,
  bytes,
  published,
  jobs,
  whole,
});

/**
 * The budget of each call in calls.ts. Whoever raises a number adds a comment above the row that says what the cost is for. A failing
 * test prints the row as measured.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  // statements, blocks, rows, wal, bytes, published, jobs
  'read the context of a session': budget([7, 40, 25, 0, 1105, 0, 0]),
  // The referrals of items are hashed while they are few; with more of them, PostgreSQL looks each up.
  Home: budget([14, 1810, 2600, 4580, 15510, 0, 0], 'referral (Seq Scan)'),
  'count unread messages': budget([2, 120, 90, 0, 65, 0, 0]),
  'count unread referrals': budget([2, 20, 15, 0, 45, 0, 0]),
  'count my tasks': budget([2, 20, 15, 0, 60, 0, 0]),
  // The referrals of items are hashed while they are few; with more of them, PostgreSQL looks each up.
  'queues with counts': budget([3, 135, 1795, 0, 1725, 0, 0], 'referral (Seq Scan)'),
  'a page of a queue': budget([3, 920, 475, 4245, 29845, 0, 0]),
  'my patients': budget([3, 430, 110, 4205, 9180, 0, 0]),
  'my patients by name': budget([3, 65, 55, 625, 510, 0, 0]),
  'count my patients': budget([2, 1050, 700, 0, 55, 0, 0]),
  'recent patients': budget([3, 35, 60, 415, 40, 0, 0]),
  // One statement counts the search toward the limit of those that answer outside access, one reads which clients allow it.
  'find patients of the client': budget([7, 235, 1175, 2320, 2760, 0, 0]),
  'read a patient': budget([3, 70, 25, 580, 1325, 0, 0]),
  'overview of a patient': budget([14, 210, 125, 495, 4490, 0, 0]),
  'demographics of a patient': budget([5, 50, 20, 505, 1210, 0, 0]),
  'care team of a patient': budget([7, 115, 65, 495, 2855, 0, 0]),
  'encounters of a patient': budget([4, 60, 30, 495, 690, 0, 0]),
  'chart tree of a patient': budget([7, 50, 20, 495, 525, 0, 0]),
  'tasks of a patient': budget([3, 25, 15, 495, 60, 0, 0]),
  'my referrals with counts': budget([4, 1505, 715, 4495, 20330, 0, 0]),
  'read a referral': budget([4, 135, 95, 530, 3950, 0, 0]),
  'my consultations': budget([3, 30, 15, 470, 60, 0, 0]),
  'my conversations': budget([3, 630, 275, 2630, 23550, 0, 0]),
  'open a conversation': budget([3, 200, 65, 520, 16245, 0, 0]),
  'find a user for a field': budget([3, 935, 415, 425, 11340, 0, 0]),
  'find a provider of the directory': budget([8, 965, 425, 485, 17575, 0, 0]),
  'mark a conversation read': budget([7, 135, 70, 120, 165, 0, 0]),
  'send a message': budget([6, 215, 55, 3540, 195, 3, 0]),
  'create a task': budget([9, 95, 30, 1800, 50, 1, 0]),
  'complete a task': budget([8, 75, 25, 1680, 55, 1, 0]),
  'add or remove a favorite': budget([5, 30, 20, 60, 45, 0, 0]),
  'complete a queue item': budget([7, 75, 20, 1455, 70, 1, 0]),
  'create a referral': budget([14, 275, 65, 6275, 115, 2, 1]),
  'accept a referral': budget([11, 210, 75, 3625, 60, 1, 0]),
  'comment on a referral': budget([7, 170, 65, 3380, 60, 1, 0]),
  'complete a referral': budget([10, 225, 75, 4840, 60, 2, 1]),
};
