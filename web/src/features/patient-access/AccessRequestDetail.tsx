import { accessRequestStatusLabels, type AccessRequest } from '@careloop/contracts/patient-access';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DecisionDetail, Quote } from '../../components/DecisionDetail.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { RequestActions, type RequestActionsProps } from './RequestActions.tsx';
import { nameOfPatient, requesterDetail, requestTones } from './requestWords.ts';

/** Who requests access to which patient and why, and the decision. */
export function AccessRequestDetail({ request, onAnswered }: RequestActionsProps): ReactNode {
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
