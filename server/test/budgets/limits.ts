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
  'read the context of a session': budget([7, 35, 20, 0, 1105, 0, 0]),
  // The referrals of items are hashed while they are few; with more of them, PostgreSQL looks each up.
  Home: budget([14, 1575, 2595, 740, 15510, 0, 0], 'referral (Seq Scan)'),
  'count unread messages': budget([2, 110, 85, 0, 65, 0, 0]),
  // The referrals of items are hashed while they are few; with more of them, PostgreSQL looks each up.
  navigation: budget([5, 180, 225, 0, 1990, 0, 0], 'referral (Seq Scan)'),
  'count unread referrals': budget([2, 10, 5, 0, 45, 0, 0]),
  'count my tasks': budget([2, 10, 5, 0, 60, 0, 0]),
  // The referrals of items are hashed while they are few; with more of them, PostgreSQL looks each up.
  'queues with counts': budget([3, 125, 1790, 0, 1725, 0, 0], 'referral (Seq Scan)'),
  'a page of a queue': budget([3, 625, 375, 750, 29855, 0, 0]),
  'my patients': budget([3, 305, 100, 705, 9180, 0, 0]),
  'my patients by name': budget([3, 55, 45, 450, 510, 0, 0]),
  'count my patients': budget([2, 1040, 690, 0, 55, 0, 0]),
  // Reads what the user opened, which is more if a call before it was measured again.
  'recent patients': budget([3, 30, 95, 415, 40, 0, 0]),
  // One statement counts the search toward the limit of those that answer outside access, one reads which clients allow it.
  'find patients of the client': budget([7, 195, 1170, 575, 2760, 0, 0]),
  'read a patient': budget([3, 45, 15, 580, 1175, 0, 0]),
  'section counts of a patient': budget([4, 50, 15, 505, 155, 0, 0]),
  // One statement counts the sections, which a read of the patient did before.
  // One statement reads the clinical summary, which was a call of its own when a patient was opened.
  'overview of a patient': budget([16, 510, 325, 495, 10900, 0, 0]),
  'demographics of a patient': budget([5, 40, 15, 505, 1210, 0, 0]),
  'care team of a patient': budget([7, 110, 60, 495, 2855, 0, 0]),
  'encounters of a patient': budget([4, 55, 25, 495, 690, 0, 0]),
  'chart tree of a patient': budget([7, 45, 15, 495, 525, 0, 0]),
  'tasks of a patient': budget([3, 20, 5, 495, 60, 0, 0]),
  // Seven counts, each of an index range, and two of results.
  'size of the clinical record': budget([4, 130, 90, 510, 140, 0, 0]),
  'clinical summary of a patient': budget([4, 320, 220, 510, 6185, 0, 0]),
  'medications of a patient': budget([4, 55, 30, 510, 5950, 0, 0]),
  'allergies of a patient': budget([4, 45, 20, 510, 1435, 0, 0]),
  'results of a patient': budget([5, 200, 115, 510, 51510, 0, 0]),
  // A hundred values, each with the name of its panel.
  'values of a patient': budget([4, 430, 170, 495, 27465, 0, 0]),
  'trend of a result': budget([5, 65, 40, 540, 6575, 0, 0]),
  'immunizations of a patient': budget([4, 45, 25, 520, 2525, 0, 0]),
  'procedures of a patient': budget([4, 45, 25, 510, 2400, 0, 0]),
  'plans of a patient': budget([4, 40, 20, 510, 760, 0, 0]),
  'family history and devices of a patient': budget([4, 40, 20, 510, 375, 0, 0]),
  'my referrals with counts': budget([4, 1145, 570, 995, 20360, 0, 0]),
  // Includes whether there are messages about it, and whether the person on the other side can be written to.
  'read a referral': budget([4, 125, 90, 530, 4170, 0, 0]),
  'open referrals of a patient': budget([3, 20, 5, 520, 75, 0, 0]),
  'open consultations of a patient': budget([3, 20, 5, 555, 60, 0, 0]),
  'suggestions for a referral': budget([4, 60, 20, 510, 200, 0, 0]),
  'protocol of a specialty': budget([4, 35, 10, 505, 45, 0, 0]),
  'my consultations': budget([3, 20, 5, 470, 60, 0, 0]),
  'my conversations': budget([3, 550, 270, 880, 23570, 0, 0]),
  'open a conversation': budget([3, 195, 60, 520, 16245, 0, 0]),
  'find a user for a field': budget([3, 925, 405, 425, 11340, 0, 0]),
  'find a provider of the directory': budget([8, 955, 415, 485, 17600, 0, 0]),
  // One statement reads the patient with plans and client, one finds up to 200 providers, one compares them by network,
  // preference and figures, with about eight blocks each.
  'choose a provider by name': budget([5, 1725, 655, 510, 15880, 0, 0]),
  'choose a provider of a specialty': budget([5, 2030, 1165, 510, 15875, 0, 0]),
  'browse the directory': budget([3, 450, 200, 0, 13175, 0, 0]),
  'browse the directory of a town': budget([2, 95, 50, 0, 1075, 0, 0]),
  'mark a conversation read': budget([7, 125, 65, 120, 165, 0, 0]),
  // A key costs one statement, which goes with the first reads, and the row that keeps the answer: here and in all changes below
  // but favorites.
  'send a message': budget([7, 215, 50, 4160, 195, 3, 0]),
  'create a task': budget([8, 100, 25, 2280, 55, 1, 0]),
  'complete a task': budget([7, 85, 20, 2155, 55, 1, 0]),
  'add or remove a favorite': budget([5, 20, 10, 60, 45, 0, 0]),
  'complete a queue item': budget([7, 70, 15, 2010, 70, 1, 0]),
  // One statement reads the protocol of the receiver's specialty, with which of its documents are attached.
  'create a referral': budget([14, 295, 60, 6845, 115, 2, 1]),
  'accept a referral': budget([10, 200, 65, 4040, 60, 1, 0]),
  'comment on a referral': budget([7, 160, 55, 3860, 60, 1, 0]),
  // With whether the account of the receiver may see what was sent before it was linked.
  'complete a referral': budget([10, 215, 65, 5320, 60, 2, 1]),
  'notify the receiver of a referral': budget([11, 115, 55, 2955, 0, 2, 0]),
  // One statement for all eight, with one plan.
  'read a patient, 8 at once': budget([3, 330, 110, 4640, 9400, 0, 0]),
  'my conversations, 8 at once': budget([3, 4730, 2140, 7175, 188640, 0, 0]),
  'read a referral, 8 at once': budget([4, 945, 515, 4220, 34700, 0, 0]),
};
