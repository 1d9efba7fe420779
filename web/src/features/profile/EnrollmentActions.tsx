import { enrollmentStatus } from '@careloop/contracts/codes/profile';
import type { Proxy } from '@careloop/contracts/profile';
import { decideEnrollment, enrollmentTexts, requestEnrollment } from '@careloop/contracts/profile/enrollment';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { toast } from '../../ui/toasts.tsx';
import { DenyDialog } from './DenyDialog.tsx';
import classes from './Profile.module.css';

/** Next steps for an account that is not set up yet. */
export function EnrollmentActions({
  person,
  pair,
}: {
  person: Proxy;
  pair: { proxiedUserId: number; proxyUserId: number };
}): ReactNode {
  const { can, enrollmentStatus: code } = person;
  const [isDenying, setDenying] = useState(false);
  const name = `${person.firstName} ${person.lastName}`;
  const request = useCall(requestEnrollment, {
    onError: 'toast',
    onSuccess: () => toast.success(enrollmentTexts.requested),
  });
  const decide = useCall(decideEnrollment, {
    onError: 'toast',
    onSuccess: () => toast.success(`${name} can sign in now.`),
  });
  if (code === enrollmentStatus.table.pending_supervisor_approval) {
    if (can.decide !== true) return <span className={classes['remark']}>{can.decide}</span>;
    return (
      <>
        <Button
          size="compact-sm"
          loading={decide.isPending}
          onClick={() => decide.mutate({ ...pair, isApproved: true })}
        >
          Approve
        </Button>
        <Button size="compact-sm" variant="default" disabled={decide.isPending} onClick={() => setDenying(true)}>
          Deny
        </Button>
        {isDenying && <DenyDialog name={name} pair={pair} onClose={() => setDenying(false)} />}
      </>
    );
  }
  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      allowance={can.request}
      loading={request.isPending}
      onClick={() => request.mutate(pair)}
    >
      {code === enrollmentStatus.table.supervisor_approval_denied ? 'Request again' : 'Send link again'}
    </ActionButton>
  );
}
