import { anyOf } from '@careloop/contracts/access';
import { accessRequestStatusLabels, listAccessRequests, type AccessRequest } from '@careloop/contracts/patient-access';
import { SegmentedControl, Stack, Switch } from '@mantine/core';
import { IconChecks, IconLockQuestion } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pagesOf, queryOf } from '../../api/query.ts';
import { BoardRow } from '../../components/BoardRow.tsx';
import { DecisionDetail, Quote } from '../../components/DecisionDetail.tsx';
import { PagedBoard } from '../../components/PagedBoard.tsx';
import { useFinishedItems } from '../../components/useFinishedItems.ts';
import { useSession } from '../../session/useSession.ts';
import { DateTimeText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { RequestActions, type RequestActionsProps } from './RequestActions.tsx';
import { nameOfPatient, requesterDetail, requestTones } from './requestWords.ts';
import { useNavigationPart } from '../../shell/navigation.ts';

const page = getRouteApi('/AccessRequests');
const keyOf = (request: AccessRequest) => request.accessRequestId;
const renderRow = (request: AccessRequest) => <RequestRow request={request} />;
const lists = [
  { value: 'toAnswer', label: 'To answer' },
  { value: 'own', label: 'My requests' },
];

/** Requests for access to patients: those the user can answer, and the user's own. */
export function AccessRequestsPage(): ReactNode {
  const { includeAnswered = false, accessRequestId, ...search } = page.useSearch();
  const mayAnswer = useMayAnswer();
  const opensOnOwn = useOpensOnOwn(search.isOwn === undefined);
  const isOwn = mayAnswer !== true || (search.isOwn ?? opensOnOwn);
  const navigate = page.useNavigate();
  const { finished, finish } = useFinishedItems();
  const input = { list: isOwn ? ('own' as const) : ('toAnswer' as const), ...(includeAnswered && { includeAnswered }) };
  const query = useInfiniteQuery({
    ...pagesOf(listAccessRequests, input),
    placeholderData: keepPreviousData,
    enabled: mayAnswer !== undefined,
  });
  const show = (search: { isOwn?: boolean | undefined; includeAnswered?: boolean | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...search, accessRequestId: undefined }), replace: true });
  return (
    <PagedBoard
      label="Access requests"
      list={[input]}
      query={query}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={accessRequestId}
      finished={finished}
      onSelect={(id, isStep) => void navigate({ search: (old) => ({ ...old, accessRequestId: id }), replace: isStep })}
      detail={(id, request) =>
        request && <AccessRequestDetail key={id} request={request} onAnswered={() => finish(id)} />
      }
      missing={<NotInList />}
      filters={
        <Stack gap="xs">
          {mayAnswer === true && (
            <SegmentedControl
              aria-label="Requests"
              fullWidth
              data={lists}
              value={isOwn ? 'own' : 'toAnswer'}
              onChange={(value) => show({ isOwn: value === 'own' })}
            />
          )}
          <Switch
            label="Show answered"
            checked={includeAnswered}
            onChange={(event) => show({ includeAnswered: event.currentTarget.checked || undefined })}
          />
        </Stack>
      }
      filtersCount={includeAnswered ? 1 : 0}
      onResetFilters={() => show({ includeAnswered: undefined })}
      empty={<NoRequests isOwn={isOwn} />}
    />
  );
}

/**
 * Whether the user may answer requests, as themselves or for somebody they act for; others only see their own. A member
 * without permissions may if there are requests to answer, or answered ones. Undefined until that is known.
 */
function useMayAnswer(): boolean | undefined {
  const { can } = useSession();
  const isPermitted = can(anyOf('EditCareTeam', 'ViewAllPatients'));
  const open = useNavigationPart('accessRequests');
  const hasNothing = !isPermitted && open.data?.openCount === 0;
  const answered = useQuery({
    ...queryOf(listAccessRequests, { list: 'toAnswer', includeAnswered: true }),
    enabled: hasNothing,
  });
  const mayAnswer = isPermitted || (open.data?.openCount ?? 0) > 0 || (answered.data?.items.length ?? 0) > 0;
  // Kept, so that answering the last request does not replace the list.
  const [wasAllowed, setAllowed] = useState(mayAnswer);
  if (mayAnswer && !wasAllowed) setAllowed(true);
  if (mayAnswer || wasAllowed) return true;
  return open.isPending || (hasNothing && answered.isPending) ? undefined : false;
}

/** Whether to open on the user's own requests: if there are some and none to answer. Decided once. */
function useOpensOnOwn(isAsked: boolean): boolean {
  const [isDecided, setDecided] = useState<boolean>();
  const isOpen = isAsked && isDecided === undefined;
  const toAnswer = useNavigationPart('accessRequests', { enabled: isOpen });
  const hasNothing = toAnswer.data?.openCount === 0;
  const own = useQuery({ ...queryOf(listAccessRequests, { list: 'own' }), enabled: isOpen && hasNothing });
  if (isOpen && toAnswer.data !== undefined && !hasNothing) setDecided(false);
  if (isOpen && hasNothing && own.data !== undefined) setDecided(own.data.items.length > 0);
  return isDecided ?? false;
}

function RequestRow({ request }: { request: AccessRequest }): ReactNode {
  const { userName, status, createdAt } = request;
  const mark = status !== 'pending' && (
    <StatusBadge tone={requestTones[status]} label={accessRequestStatusLabels[status]} />
  );
  return <BoardRow title={nameOfPatient(request)} mark={mark} about={userName} at={createdAt} />;
}

function NoRequests({ isOwn }: { isOwn: boolean }): ReactNode {
  return isOwn ? (
    <EmptyState
      icon={<IconLockQuestion size={24} />}
      title="No requests"
      text="Find a patient beyond your list to request access."
    />
  ) : (
    <EmptyState
      icon={<IconChecks size={24} />}
      title="Nothing to answer"
      text="Requests for access to your patients appear here."
    />
  );
}

function NotInList(): ReactNode {
  return (
    <EmptyState
      icon={<IconLockQuestion size={24} />}
      title="This request is not in the list"
      text="It was answered or withdrawn. Show answered requests to read it."
    />
  );
}

/** Who requests access to which patient and why, and the decision. */
function AccessRequestDetail({ request, onAnswered }: RequestActionsProps): ReactNode {
  const { status, reason, birthYear } = request;
  return (
    <DecisionDetail
      title={nameOfPatient(request)}
      meta={
        <>
          {birthYear === null ? 'Birth year unknown' : `Born ${birthYear}`} ·{' '}
          <StatusBadge tone={requestTones[status]} label={accessRequestStatusLabels[status]} />
        </>
      }
      actions={status === 'pending' && <RequestActions request={request} onAnswered={onAnswered} />}
    >
      <Quote>{reason}</Quote>
      <RequestFacts request={request} />
    </DecisionDetail>
  );
}

function RequestFacts({ request }: { request: AccessRequest }): ReactNode {
  const { userName, requestedByName, createdAt, decidedAt, decidedByName, declineReason, status, patientId } = request;
  const isOpen = request.can.answer === true || status === 'approved';
  return (
    <Facts
      facts={[
        { label: 'Requested for', value: `${userName} (${requesterDetail(request)})` },
        ...(requestedByName === null ? [] : [{ label: 'Requested by', value: requestedByName }]),
        { label: 'Requested on', value: <DateTimeText at={createdAt} /> },
        ...(decidedAt === null
          ? []
          : [
              { label: `${accessRequestStatusLabels[status]} by`, value: decidedByName },
              { label: `${accessRequestStatusLabels[status]} on`, value: <DateTimeText at={decidedAt} /> },
            ]),
        ...(declineReason === null ? [] : [{ label: 'Reason for declining', value: declineReason, isWide: true }]),
        ...(isOpen
          ? [
              {
                label: 'Record',
                value: (
                  <Link to="/Patient/$patientId" params={{ patientId: String(patientId) }}>
                    Open patient
                  </Link>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
