import type { QueueSubjectType, WorkQueueItem } from '@careloop/contracts/work-queues';
import type { ComponentType, ReactNode } from 'react';
import type { RowAction } from '../../../components/ActionRow.tsx';

export interface QueueSubjectDetailProps {
  workQueueEncounterId: number;
  /** Shown above the facts. */
  notice: ReactNode;
  /** Actions of the item, after those of its subject. */
  actions: readonly RowAction[];
  /** Called when the user starts to answer, to keep the selection. */
  onProcessing: () => void;
  /** Called when the item is done, with its outcome, such as "Accepted". */
  onProcessed: (outcome: string) => void;
}

interface QueueSubjectFacts {
  to: string;
  urgencyDays: number | null;
  dueAt: string | null;
}

/** Views of items about one type of subject. */
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

const loaders = new Map<QueueSubjectType, () => Promise<QueueSubjectView>>();
const views = new Map<QueueSubjectType, QueueSubjectView>();

/** Declares who shows the items about this type of subject, in the feature.tsx of the subject's feature. */
export function declareQueueSubject(type: QueueSubjectType, load: () => Promise<QueueSubjectView>): void {
  loaders.set(type, load);
}

/** Loads the views of all types of subjects: together with the first screen that shows items. */
export async function loadQueueSubjects(): Promise<void> {
  await Promise.all([...loaders].map(async ([type, load]) => views.set(type, await load())));
}

/**
 * The views of items about this type of subject.
 * @throws Error before `loadQueueSubjects()`, or if no feature declares the type
 */
export function queueSubject(type: QueueSubjectType): QueueSubjectView {
  const view = views.get(type);
  if (view === undefined) throw new Error(`The queue items about a ${type} have no view`);
  return view;
}
