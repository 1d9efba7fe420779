import { userTypeLabels } from '@careloop/contracts/codes';
import {
  enrollmentStatus,
  enrollmentStatusLabels,
  proxyType,
  type EnrollmentStatus,
} from '@careloop/contracts/codes/profile';
import type { AccountData, Proxy, UserProfile } from '@careloop/contracts/profile';
import { removeProxyUser, setProxyType } from '@careloop/contracts/profile/proxies';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { resume } from '../../session/actions.ts';
import { useSession } from '../../session/useSession.ts';
import { useActFor, useActingFor } from '../../shell/actingFor.ts';
import { confirm } from '../../ui/confirm.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toast } from '../../ui/toasts.tsx';
import { AddUserDialog } from './AddUserDialog.tsx';
import { EnrollmentActions } from './EnrollmentActions.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './Profile.module.css';

interface ProxiesProps {
  common: UserProfile['commonData'];
  account: AccountData;
}

/** Who can act for the user: office administrators and office users. */
export function Proxies({ common, account }: ProxiesProps): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const { officeAdministrators, officeUsers, can } = account;
  const whose = common.isSelf ? 'you' : `${common.firstName} ${common.lastName}`;
  return (
    <ProfileSection
      title={`Who can act for ${whose}`}
      text="A person who acts for another user can see and do whatever that user can. Everything is recorded under both names."
    >
      <div className={classes['proxyGroups']}>
        <ProxyGroup
          title="Office administrators"
          people={officeAdministrators}
          empty="No office administrators"
          {...{ common, account }}
        />
        <ProxyGroup title="Office users" people={officeUsers} empty="No office users" {...{ common, account }} />
      </div>
      <div className={classes['buttons']}>
        <ActionButton
          allowance={can.addProxy}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add User
        </ActionButton>
      </div>
      {isAdding && (
        <AddUserDialog
          userId={common.userId}
          canAssignAdministrators={account.canAssignAdministrators}
          onClose={() => setAdding(false)}
        />
      )}
    </ProfileSection>
  );
}

interface ProxyGroupProps extends ProxiesProps {
  title: string;
  people: readonly Proxy[];
  empty: string;
}

function ProxyGroup({ title, people, empty, common, account }: ProxyGroupProps): ReactNode {
  return (
    <div>
      <h3>{title}</h3>
      {people.length === 0 && <p className={classes['remark']}>{empty}</p>}
      {people.length > 0 && (
        <ul className={classes['people']} aria-label={title}>
          {people.map((person) => (
            <ProxyRow key={person.userId} person={person} common={common} account={account} />
          ))}
        </ul>
      )}
    </div>
  );
}

const statusOf = (code: number): EnrollmentStatus => enrollmentStatus.nameOf(code) ?? 'enrolled';

function ProxyRow({ person, common, account }: ProxiesProps & { person: Proxy }): ReactNode {
  const { userId, firstName, lastName, email, can } = person;
  const isAdministrator = account.officeAdministrators.some((one) => one.userId === userId);
  const name = `${firstName} ${lastName}`;
  const pair = { proxiedUserId: common.userId, proxyUserId: userId };
  const setType = useCall(setProxyType, {
    onError: 'toast',
    onSuccess: () => toast.success(`${name} is an office ${isAdministrator ? 'user' : 'administrator'} now.`),
  });
  const status = statusOf(person.enrollmentStatus);
  return (
    <li>
      <div className={classes['person']}>
        <strong>{name}</strong>
        <span>{email ?? 'No email address'}</span>
        {status !== 'enrolled' && <StatusBadge tone="warning" label={enrollmentStatusLabels[status]} />}
        {person.denialReason !== null && <span>Reason: {person.denialReason}</span>}
      </div>
      <div className={classes['personActions']}>
        {status !== 'enrolled' && <EnrollmentActions person={person} pair={pair} />}
        {account.canAssignAdministrators && (
          <ActionButton
            size="compact-sm"
            variant="default"
            allowance={can.setType}
            loading={setType.isPending}
            onClick={() => {
              const type = isAdministrator ? proxyType.table.office_user : proxyType.table.administrator;
              setType.mutate({ ...pair, type });
            }}
          >
            {isAdministrator ? 'Make office user' : 'Make administrator'}
          </ActionButton>
        )}
        <RemoveButton
          name={name}
          proxiedName={`${common.firstName} ${common.lastName}`}
          {...pair}
          allowance={can.remove}
        />
      </div>
    </li>
  );
}

interface RemoveButtonProps {
  name: string;
  proxiedName: string;
  proxiedUserId: number;
  proxyUserId: number;
  allowance: true | string;
}

/** Removes a person who acts for a user. Users who remove themselves stop acting. */
function RemoveButton({ name, proxiedName, proxiedUserId, proxyUserId, allowance }: RemoveButtonProps): ReactNode {
  const { user } = useSession();
  const actFor = useActFor();
  const acting = useActingFor();
  const isSelf = proxyUserId === user.userId;
  // The page then leaves this profile, which can no longer be read.
  const losesPage = isSelf && acting?.proxiedUserId === proxiedUserId;
  const remove = useCall(removeProxyUser, {
    onError: 'toast',
    invalidates: !losesPage,
    onSuccess: () => {
      toast.success(isSelf ? `You no longer act for ${proxiedName}.` : `${name} can no longer act for ${proxiedName}.`);
      if (!isSelf) return;
      actFor(undefined);
      void resume();
    },
  });
  const ask = async () => {
    const isAgreed = await confirm({
      title: isSelf ? `Remove my access to ${proxiedName}?` : `Remove ${name}?`,
      message: isSelf
        ? `You can no longer act for ${proxiedName}, and lose access to what belongs to them.`
        : `${name} can no longer act for ${proxiedName}, including in pages that are open now.`,
      yes: isSelf ? 'Remove my access' : 'Remove',
      no: 'Cancel',
      tone: 'danger',
    });
    if (isAgreed) remove.mutate({ proxiedUserId, proxyUserId });
  };
  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      allowance={allowance}
      loading={remove.isPending}
      aria-label={isSelf ? `Remove my access to ${proxiedName}` : `Remove ${name}`}
      onClick={() => void ask()}
    >
      {isSelf ? 'Remove my access' : 'Remove'}
    </ActionButton>
  );
}

/** People the user can act for. */
export function Proxied({ common, account }: ProxiesProps): ReactNode {
  const { usersToImpersonate } = account;
  const actFor = useActFor();
  const whose = common.isSelf ? 'you' : `${common.firstName} ${common.lastName}`;
  return (
    <ProfileSection
      title={`People ${whose} can act for`}
      text="They, or their office administrators, decide who acts for them."
    >
      {usersToImpersonate.length === 0 && <p className={classes['remark']}>Nobody</p>}
      {usersToImpersonate.length > 0 && (
        <ul className={classes['people']} aria-label={`People ${whose} can act for`}>
          {usersToImpersonate.map(({ userId, firstName, lastName, userType, can }) => (
            <li key={userId}>
              <div className={classes['person']}>
                <strong>{`${firstName} ${lastName}`}</strong>
                <span>{userTypeLabels[userType]}</span>
              </div>
              <div className={classes['personActions']}>
                {common.isSelf && (
                  <>
                    <Button size="compact-sm" variant="default" onClick={() => actFor(userId)}>
                      Open profile
                    </Button>
                    <RemoveButton
                      name={`${common.firstName} ${common.lastName}`}
                      proxiedName={`${firstName} ${lastName}`}
                      proxiedUserId={userId}
                      proxyUserId={common.userId}
                      allowance={can.remove}
                    />
                  </>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </ProfileSection>
  );
}
