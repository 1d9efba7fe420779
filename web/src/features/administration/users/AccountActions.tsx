import {
  sendPasswordReset,
  setUserActive,
  turnOffSecondFactorOfUser,
  userAdministrationTexts as texts,
  type ManagedUser,
} from '@careloop/contracts/administration/users';
import { newPasswordForm } from '@careloop/contracts/session/credentials';
import { Checkbox, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { GeneratedPasswordFields } from '../../../session/credentials/GeneratedPasswordFields.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { LinkRecordDialog } from './LinkRecordDialog.tsx';
import { PermissionsDialog } from './PermissionsDialog.tsx';
import { userValues } from './UserFields.tsx';
import classes from './Users.module.css';
import { useSaveUser } from './useSaveUser.ts';

interface AccountActionsProps {
  user: ManagedUser;
  /** Whether the form has unsaved changes, which these actions would make stale. */
  isChanged: boolean;
}

const saveFirst = 'Save your changes first.';

/** Actions for an account besides editing its fields. */
export function AccountActions({ user, isChanged }: AccountActionsProps): ReactNode {
  const { userId, version, can, firstName, lastName } = user;
  const [opened, setOpened] = useState<'permissions' | 'password' | 'record'>();
  const name = `${firstName} ${lastName}`;
  const isLocked = user.state === 'locked';
  const isActive = isLocked || user.state === 'active';
  const setActive = useCall(setUserActive, {
    onSuccess: (_, input) => {
      const done = isLocked ? 'unlocked' : 'activated';
      toast.success(`Account ${input.isActive ? done : 'deactivated'}`);
    },
  });
  const reset = useCall(sendPasswordReset, { onSuccess: () => toast.success(texts.resetSent) });
  const turnOff = useCall(turnOffSecondFactorOfUser, {
    onSuccess: () => toast.success('Two-step verification is off.'),
  });
  const when = (allowance: true | string | undefined) => (allowance === true && isChanged ? saveFirst : allowance);
  const switchAccount = async () => {
    const question = {
      title: `Deactivate ${name}?`,
      message: 'All their sessions end at once, and they cannot sign in until the account is activated again.',
      yes: 'Deactivate',
      no: 'Cancel',
      tone: 'danger',
    } as const;
    if (isActive && !(await confirm(question))) return;
    setActive.mutate({ userId, isActive: !isActive, version });
  };
  const unlock = () => setActive.mutate({ userId, isActive: true, version });
  const turnOffFactor = async () => {
    const message =
      'Only for a user who lost their phone and recovery codes and has proved their identity. They are notified by email.';
    const question = {
      title: `Turn off two-step verification of ${name}?`,
      message,
      yes: 'Turn off',
      no: 'Cancel',
      tone: 'danger',
    } as const;
    if (await confirm(question)) turnOff.mutate({ userId });
  };
  return (
    <div className={classes['actions']} role="group" aria-label="Account">
      <ActionButton variant="default" allowance={when(can.setPermissions)} onClick={() => setOpened('permissions')}>
        Permissions
      </ActionButton>
      <ActionButton variant="default" allowance={when(can.changeCredentials)} onClick={() => setOpened('password')}>
        Change Password
      </ActionButton>
      <ActionButton
        variant="default"
        allowance={can.sendPasswordReset}
        loading={reset.isPending}
        onClick={() => reset.mutate({ userId })}
      >
        Send password link
      </ActionButton>
      {user.hasSecondFactor && (
        <ActionButton
          variant="default"
          allowance={can.turnOffSecondFactor}
          loading={turnOff.isPending}
          onClick={() => void turnOffFactor()}
        >
          Turn off two-step verification
        </ActionButton>
      )}
      {!user.isProvider && (
        <ActionButton variant="default" allowance={when(can.linkDirectoryRecord)} onClick={() => setOpened('record')}>
          Link directory record
        </ActionButton>
      )}
      {isLocked && (
        <ActionButton
          variant="default"
          allowance={when(can.setActive)}
          loading={setActive.isPending && setActive.variables.isActive}
          onClick={unlock}
        >
          Unlock
        </ActionButton>
      )}
      <ActionButton
        variant="default"
        allowance={when(can.setActive)}
        loading={setActive.isPending && setActive.variables.isActive !== isActive}
        onClick={() => void switchAccount()}
      >
        {isActive ? 'Deactivate' : 'Activate'}
      </ActionButton>
      {opened === 'permissions' && <PermissionsDialog userId={userId} onClose={() => setOpened(undefined)} />}
      {opened === 'record' && <LinkRecordDialog user={user} onClose={() => setOpened(undefined)} />}
      {opened === 'password' && <PasswordDialog user={user} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** Sets a new password for a user, which ends their sessions. */
function PasswordDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }): ReactNode {
  const { userId, version } = user;
  const form = useSchemaForm(newPasswordForm, { password: '', confirmPassword: '' });
  const [mustChange, setMustChange] = useState(true);
  const save = useSaveUser({ form });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={`Change password of ${user.firstName} ${user.lastName}`}
        size="sm"
        form={form}
        onClose={onClose}
        acceptLabel="Change Password"
        isAcceptEnabled
        onSubmit={async ({ password }) => {
          const saved = await save.submit({
            ...userValues(user),
            userIdsUserCanImpersonate: user.usersUserCanImpersonate.map((one) => one.userId),
            userIdsWhoCanImpersonateUser: user.usersWhoCanImpersonateUser.map((one) => one.userId),
            userId,
            version,
            password,
            forcePasswordReset: mustChange,
          });
          if (saved) onClose();
        }}
      >
        <Text fz="sm">The user is signed out everywhere and notified by email. Give them the password yourself.</Text>
        <GeneratedPasswordFields isFirst />
        <Checkbox
          label={texts.mustChange}
          checked={mustChange}
          onChange={(event) => setMustChange(event.currentTarget.checked)}
        />
      </FormDialog>
    </FormProvider>
  );
}
