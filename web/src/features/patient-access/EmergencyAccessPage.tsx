import { listEmergencyAccess, reviewEmergencyAccess, type EmergencyAccess } from '@careloop/contracts/patient-access';
import { Button, Switch } from '@mantine/core';
import { IconCheck, IconChecks } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf, useCall } from '../../api/query.ts';
import { BoardRow } from '../../components/BoardRow.tsx';
import { DecisionDetail, Quote } from '../../components/DecisionDetail.tsx';
import { PagedBoard } from '../../components/PagedBoard.tsx';
import { useFinishedItems } from '../../components/useFinishedItems.ts';
import { Callout } from '../../ui/Callout.tsx';
import { formatBirth } from '../../ui/dates.ts';
import { DateText, DateTimeText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toast } from '../../ui/toasts.tsx';
import classes from './PatientAccess.module.css';
import { nameOfPatient, userTypeText } from './requestWords.ts';
import { useOver } from './shared/useOver.ts';

const page = getRouteApi('/EmergencyAccess');
const keyOf = (window: EmergencyAccess) => window.breakGlassAccessId;
const renderRow = (window: EmergencyAccess) => <WindowRow window={window} />;

/** For administrators: who used emergency access to which record, why, and what they opened. */
export function EmergencyAccessPage(): ReactNode {
  const { includeReviewed = false, breakGlassAccessId } = page.useSearch();
  const navigate = page.useNavigate();
  const { finished, finish } = useFinishedItems();
  const query = useInfiniteQuery({
    ...pagesOf(listEmergencyAccess, { isUnreviewed: !includeReviewed }),
    placeholderData: keepPreviousData,
  });
  const showReviewed = (isShown: boolean) =>
    void navigate({ search: (old) => (isShown ? { ...old, includeReviewed: true } : {}), replace: true });
  return (
    <PagedBoard
      label="Emergency access"
      list={[includeReviewed]}
      query={query}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={breakGlassAccessId}
      finished={finished}
      onSelect={(id, isStep) =>
        void navigate({ search: (old) => ({ ...old, breakGlassAccessId: id }), replace: isStep })
      }
      detail={(id, window) =>
        window && <EmergencyAccessDetail key={id} window={window} onReviewed={() => finish(id)} />
      }
      missing={<NotInList />}
      filters={
        <Switch
          label="Show reviewed"
          checked={includeReviewed}
          onChange={(event) => showReviewed(event.currentTarget.checked)}
        />
      }
      filtersCount={includeReviewed ? 1 : 0}
      onResetFilters={() => showReviewed(false)}
      empty={<NothingOpen />}
    />
  );
}

function WindowRow({ window }: { window: EmergencyAccess }): ReactNode {
  const { userName, grantedAt, isActive, reviewedAt } = window;
  const reviewed = reviewedAt !== null && <StatusBadge tone="success" label="Reviewed" />;
  const mark = isActive ? <StatusBadge tone="warning" label="Active" /> : reviewed;
  return <BoardRow title={userName} mark={mark} about={nameOfPatient(window)} at={grantedAt} />;
}

function NothingOpen(): ReactNode {
  return (
    <EmptyState
      icon={<IconChecks size={24} />}
      title="Nothing to review"
      text="Emergency access to patients of your clients appears here."
    />
  );
}

function NotInList(): ReactNode {
  return (
    <EmptyState
      icon={<IconChecks size={24} />}
      title="This access is not in the list"
      text="It may have been reviewed. Show reviewed access to read it."
    />
  );
}

interface EmergencyAccessDetailProps {
  window: EmergencyAccess;
  onReviewed: () => void;
}

/** One period of emergency access: who, whose record, why, what was opened, and the review. */
function EmergencyAccessDetail({ window, onReviewed }: EmergencyAccessDetailProps): ReactNode {
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
