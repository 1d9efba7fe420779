import { accessRequestStatusLabels, type AccessRequest } from '@careloop/contracts/patient-access';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './PatientAccess.module.css';
import { RequestActions } from './RequestActions.tsx';
import { nameOfPatient, requesterDetail, requestTones } from './requestWords.ts';

/** Who asks for access to whom, why, and the decision. */
export function AccessRequestDetail({ request }: { request: AccessRequest }): ReactNode {
  const { status, reason, birthYear } = request;
  return (
    <article className={classes['detail']}>
      <header className={classes['top']}>
        <div>
          <h2 className={classes['title']}>{nameOfPatient(request)}</h2>
          <p className={classes['meta']}>
            {birthYear === null ? 'Birth year unknown' : `Born ${birthYear}`} ·{' '}
            <StatusBadge tone={requestTones[status]} label={accessRequestStatusLabels[status]} />
          </p>
        </div>
        {status === 'pending' && <RequestActions request={request} />}
      </header>
      <blockquote className={classes['words']}>{reason}</blockquote>
      <RequestFacts request={request} />
    </article>
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
