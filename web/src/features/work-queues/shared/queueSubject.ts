import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import type { ComponentType, ReactNode } from 'react';

export interface QueueSubjectDetailProps {
  workQueueEncounterId: number;
  /** Shown above the facts. */
  notice: ReactNode;
  /** Actions of the item, next to those of its subject. */
  actions: ReactNode;
  /** Called when the user starts to answer, to keep the selection. */
  onProcessing: () => void;
  /** Called when the item is done, with its outcome, such as "Accepted". */
  onProcessed: (outcome: string) => void;
}

export interface QueueSubjectFacts {
  to: string;
  urgencyDays: number | null;
  dueAt: string | null;
}

/** Views of items about one type of subject. Takes effect once it is listed in features/queueSubjects.ts. */
export interface QueueSubjectView {
  /** Facts that distinguish items of one patient; null for an item about something else. */
  factsOf: (item: WorkQueueItem) => QueueSubjectFacts | null;
  /** Whether the subjects have a due time, by which a queue can be ordered. */
  hasDueTime: boolean;
  /** Whether the subject's own status, shown in row and detail, already reads "Completed". */
  isShownCompleted: (item: WorkQueueItem) => boolean;
  Row: ComponentType<{ item: WorkQueueItem }>;
  Detail: ComponentType<QueueSubjectDetailProps>;
}
