import { listEmergencyAccess, reviewEmergencyAccess, type EmergencyAccess } from '@careloop/contracts/patient-access';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { DecisionDetail, Quote } from '../../components/DecisionDetail.tsx';
import { formatBirth } from '../../ui/dates.ts';
import { DateText, DateTimeText } from '../../ui/DateText.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { toast } from '../../ui/toasts.tsx';
import classes from './PatientAccess.module.css';
import { nameOfPatient, userTypeText } from './requestWords.ts';
import { useOver } from './shared/useOver.ts';

interface EmergencyAccessDetailProps {
  window: EmergencyAccess;
  onReviewed: () => void;
}

/** One period of emergency access: who, whose record, why, what was opened, and the review. */
export function EmergencyAccessDetail({ window, onReviewed }: EmergencyAccessDetailProps): ReactNode {
  const { userName, userType, reason, grantedAt, expiresAt, mrn, dateOfBirth } = window;
  return (
    <DecisionDetail
      title={userName}
      meta={userTypeText(userType)}
      actions={<Review window={window} onReviewed={onReviewed} />}
    >
      <Reviewed window={window} />
      <Quote>{reason}</Quote>
      <Facts
        facts={[
          { label: 'Patient', value: nameOfPatient(window) },
          { label: 'Born', value: formatBirth(dateOfBirth, null) },
          { label: 'MRN', value: mrn },
          { label: 'Opened', value: <DateTimeText at={grantedAt} /> },
          { label: window.isActive ? 'Ends' : 'Ended', value: <DateTimeText at={expiresAt} /> },
        ]}
      />
      <Opened opened={window.opened} />
    </DecisionDetail>
  );
}

function Opened({ opened }: Pick<EmergencyAccess, 'opened'>): ReactNode {
  return (
    <section aria-label="What was opened">
      <h3 className={classes['part']}>What was opened</h3>
      {opened.length === 0 ? (
        <p className={classes['meta']}>Nothing was opened.</p>
      ) : (
        <ul className={classes['opened']}>
          {opened.map(({ action, what, count }) => (
            <li key={action}>
              <span>{what}</span>
              <span>{count === 1 ? 'once' : `${count} times`}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Reviewed({ window: { reviewedAt, reviewedByName } }: { window: EmergencyAccess }): ReactNode {
  if (reviewedAt === null) return null;
  return (
    <Callout tone="success">
      Reviewed by {reviewedByName} on <DateText at={reviewedAt} />.
    </Callout>
  );
}

function Review({ window, onReviewed }: EmergencyAccessDetailProps): ReactNode {
  const { breakGlassAccessId, isActive, expiresAt, reviewedAt, can } = window;
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: [listEmergencyAccess.path] });
  // Once it has ended, it can be reviewed.
  useOver(isActive ? expiresAt : null, refetch);
  const review = useCall(reviewEmergencyAccess, {
    onSuccess: () => {
      toast.success('Marked as reviewed.');
      onReviewed();
    },
    onError: (error) => {
      toast.failure(error);
      refetch();
    },
  });
  if (reviewedAt !== null) return null;
  if (can.review !== true) return <p className={classes['meta']}>{can.review}</p>;
  return (
    <Button
      leftSection={<IconCheck size={16} aria-hidden />}
      loading={review.isPending}
      onClick={() => review.mutate({ breakGlassAccessId })}
    >
      Mark as reviewed
    </Button>
  );
}
