import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import type { ReactNode } from 'react';
import type { QueueSubjectDetailProps, QueueSubjectView } from '../work-queues/shared/queueSubject.ts';
import { ReferralDetail } from './shared/detail/ReferralDetail.tsx';
import { outcomeTexts } from './shared/referralOutcome.ts';
import { ReferralListRow } from './shared/ReferralListRow.tsx';

function Row({ item: { patient, referral } }: { item: WorkQueueItem }): ReactNode {
  return referral !== null && <ReferralListRow item={{ patient, ...referral }} />;
}

function Detail({ workQueueEncounterId, notice, onProcessing, onProcessed }: QueueSubjectDetailProps): ReactNode {
  return (
    <ReferralDetail
      of={{ workQueueEncounterId }}
      notice={notice}
      onProcessing={onProcessing}
      onProcessed={(_, outcome) => onProcessed(outcomeTexts[outcome])}
    />
  );
}

/** A referral as an item of a work queue. */
export const referralInQueue: QueueSubjectView = { Row, Detail };
