import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { WorkQueue } from '@careloop/contracts/codes';
import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { QueueSubjectDetailProps, QueueSubjectView } from '../work-queues/shared/queueSubject.ts';
import { QueueItemDate } from '../work-queues/shared/QueueItemDate.tsx';
import { ReferralDetail } from './shared/detail/ReferralDetail.tsx';
import { exceptionTexts } from './shared/exceptionTexts.ts';
import { outcomeTexts } from './shared/referralOutcome.ts';
import { ReferralListRow } from './shared/ReferralListRow.tsx';

/** "The referral stays Pending in the work queue": accepted without an appointment is still the receiver's work. */
const isPendingWork = ({ workQueueId, referral }: WorkQueueItem) =>
  workQueueId === WorkQueue.referralToProcess && referral?.status === 'accepted';
const statusInQueue = (item: WorkQueueItem) => (isPendingWork(item) ? 'pending' : item.referral?.status);

function Row({ item }: { item: WorkQueueItem }): ReactNode {
  const { patient, referral, status } = item;
  if (referral === null) return null;
  // The row already says by how much it is overdue, or that the outcome of a visit is missing.
  const exceptionReasons = referral.exceptionReasons.filter(
    (reason) => reason !== 'overdue' && reason !== 'visit_without_outcome',
  );
  // The status stays Pending in this queue.
  const isWaitingForDate = status === 'open' && isPendingWork(item) && referral.latestAppointment === null;
  const reasons = exceptionTexts({ ...referral, exceptionReasons });
  return (
    <ReferralListRow
      item={{ patient, ...referral }}
      shownStatus={statusInQueue(item)}
      isDone={status === 'completed'}
      more={
        <>
          <QueueItemDate item={item} />
          {isWaitingForDate && (
            <Text span inherit>
              Accepted, no appointment yet
            </Text>
          )}
          {reasons.length > 0 && (
            <Text span inherit fw={600}>
              {reasons.join(' · ')}
            </Text>
          )}
        </>
      }
    />
  );
}

function Detail(props: QueueSubjectDetailProps): ReactNode {
  const { workQueueEncounterId, notice, actions, onProcessing, onProcessed } = props;
  return (
    <ReferralDetail
      of={{ workQueueEncounterId }}
      notice={notice}
      moreActions={actions}
      onProcessing={onProcessing}
      onProcessed={(_, outcome) => onProcessed(outcomeTexts[outcome])}
    />
  );
}

/** View of a referral in a work queue. */
export const referralInQueue: QueueSubjectView = {
  factsOf: ({ referral }) =>
    referral && { to: referredTo(referral), urgencyDays: referral.urgencyDays, dueAt: referral.dueAt },
  hasDueTime: true,
  isShownCompleted: (item) => statusInQueue(item) === 'completed',
  Row,
  Detail,
};
