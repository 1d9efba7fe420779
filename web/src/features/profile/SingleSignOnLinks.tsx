import { getLoginIdentities, removeLoginIdentity } from '@careloop/contracts/session/credentials';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../api/query.ts';
import { toast } from '../../ui/toasts.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { ConfirmPassword, usePasswordForm } from './ConfirmPassword.tsx';
import classes from './Profile.module.css';
import { ProfileSection } from './ProfileSection.tsx';

/** Single sign-on identities linked to the account, if any. A new password does not remove them. */
export function SingleSignOnLinks(): ReactNode {
  const { data } = useQuery(queryOf(getLoginIdentities, {}));
  const [leaving, setLeaving] = useState<string>();
  if (data === undefined || data.identities.length === 0) return null;
  return (
    <ProfileSection
      title="Single sign-on"
      text="Signing in there opens your account here without its password. Changing your password does not affect this."
    >
      {data.identities.map(({ issuer, linkedAt }) => (
        <div key={issuer} className={classes['state']}>
          <div>
            <strong>{hostOf(issuer)}</strong>
            <p>
              Connected <DateText at={linkedAt} />
            </p>
          </div>
          <Button variant="default" aria-label={`Disconnect ${hostOf(issuer)}`} onClick={() => setLeaving(issuer)}>
            Disconnect
          </Button>
        </div>
      ))}
      {leaving !== undefined && <DisconnectDialog issuer={leaving} onClose={() => setLeaving(undefined)} />}
    </ProfileSection>
  );
}

function DisconnectDialog({ issuer, onClose }: { issuer: string; onClose: () => void }): ReactNode {
  const form = usePasswordForm();
  const remove = useCall(removeLoginIdentity, {
    form,
    onSuccess: () => toast.success('Single sign-on is disconnected.'),
  });
  return (
    <ConfirmPassword
      form={form}
      title="Disconnect single sign-on?"
      text={`Signing in at ${hostOf(issuer)} will no longer open your account, until it is connected again.`}
      acceptLabel="Disconnect"
      acceptTone="danger"
      onConfirm={(values) => remove.submit({ ...values, issuer })}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
