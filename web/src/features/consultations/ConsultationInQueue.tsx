import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import type { ReactNode } from 'react';
import { QueueItemDate } from '../work-queues/shared/QueueItemDate.tsx';
import type { QueueSubjectDetailProps, QueueSubjectView } from '../work-queues/shared/queueSubject.ts';
import { ConsultationListRow } from './shared/ConsultationListRow.tsx';
import { ConsultationDetail } from './shared/detail/ConsultationDetail.tsx';
import { consultationStatusLabel } from './shared/consultationWords.tsx';

function Row({ item }: { item: WorkQueueItem }): ReactNode {
  const { patient, consultation } = item;
  if (consultation === null) return null;
  return <ConsultationListRow item={{ patient, ...consultation }} more={<QueueItemDate item={item} />} />;
}

function Detail(props: QueueSubjectDetailProps): ReactNode {
  const { workQueueEncounterId, notice, actions, onProcessing, onProcessed } = props;
  return (
    <ConsultationDetail
      of={{ workQueueEncounterId }}
      notice={notice}
      moreActions={actions}
      onProcessing={onProcessing}
      onAnswered={(status) => onProcessed(consultationStatusLabel(status))}
    />
  );
}

/** View of a consultation in a work queue. */
export const consultationInQueue: QueueSubjectView = {
  factsOf: ({ consultation }) => consultation && { to: consultation.requestedToName, urgencyDays: null, dueAt: null },
  hasDueTime: false,
  isShownCompleted: () => false,
  Row,
  Detail,
};
