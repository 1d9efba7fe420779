import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import type { ComponentType, ReactNode } from 'react';

export interface QueueSubjectDetailProps {
  workQueueEncounterId: number;
  /** Stands above the facts. */
  notice: ReactNode;
  /** What may be done with the item, beside what may be done with its subject. */
  actions: ReactNode;
  /** Called when the reader begins to answer: the selection is kept. */
  onProcessing: () => void;
  /** Called when the item is done, with the word for what became of it, such as "Accepted". */
  onProcessed: (outcome: string) => void;
}

export interface QueueSubjectFacts {
  to: string;
  urgencyDays: number | null;
  dueAt: string | null;
}

/** How items about one type of subject are shown. It takes effect once it stands in features/queueSubjects.ts. */
export interface QueueSubjectView {
  /** What tells items of one patient apart; null for an item about something else. */
  factsOf: (item: WorkQueueItem) => QueueSubjectFacts | null;
  Row: ComponentType<{ item: WorkQueueItem }>;
  Detail: ComponentType<QueueSubjectDetailProps>;
}
