import { listAccessRequests, listPatientEmergencyAccess } from '@careloop/contracts/patient-access';
import { IconAmbulance, IconLockQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { RequestActions } from '../RequestActions.tsx';
import { requesterDetail } from '../requestWords.ts';
import classes from '../PatientAccess.module.css';

/** On a patient's care team: pending access requests, and recent emergency access to the record. */
export function OpenAccess({ patientId }: { patientId: number }): ReactNode {
  const requests = useQuery(queryOf(listAccessRequests, { patientId }));
  const emergencies = useQuery(queryOf(listPatientEmergencyAccess, { patientId }));
  return (
    <>
      {requests.data?.items.map((request) => (
        <Callout
          key={request.accessRequestId}
          icon={<IconLockQuestion size={18} aria-hidden />}
          title={`${request.userName} requests access`}
          action={<RequestActions request={request} />}
        >
          <p className={classes['line']}>{request.reason}</p>
          <p className={classes['meta']}>
            {requesterDetail(request)} · <DateTimeText at={request.createdAt} />
          </p>
        </Callout>
      ))}
      {emergencies.data?.items.map((one) => (
        <Callout
          key={one.breakGlassAccessId}
          tone="warning"
          icon={<IconAmbulance size={18} aria-hidden />}
          title={`${one.userName} ${one.isActive ? 'has' : 'had'} emergency access`}
        >
          <p className={classes['line']}>{one.reason}</p>
          <p className={classes['meta']}>
            <DateTimeText at={one.grantedAt} />
          </p>
        </Callout>
      ))}
    </>
  );
}
