import {
  getManagedUser,
  userAdministrationTexts as texts,
  userForm,
  userStateLabels,
  type ManagedUser,
} from '@careloop/contracts/administration/users';
import { lockReasonTexts } from '@careloop/contracts/session';
import { LockReason } from '@careloop/contracts/session/authStates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { LockedFields } from '../../../ui/LockedFields.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { AccountActions } from './AccountActions.tsx';
import { ActingFields } from './ActingFields.tsx';
import { ClientFields } from './ClientFields.tsx';
import { MustChangeField, UserInfo, UsernameField, userLabels, userValues } from './UserFields.tsx';
import { useSaveUser } from './useSaveUser.ts';

interface UserDialogProps {
  userId: number;
  onClose: () => void;
}

/** Edits a user, with further actions for the account. */
export function UserDialog({ userId, onClose }: UserDialogProps): ReactNode {
  const query = useQuery(queryOf(getManagedUser, { userId }));
  if (query.data !== undefined) return <EditUser key={userId} user={query.data} onClose={onClose} />;
  return (
    <Dialog opened title="User" onClose={onClose}>
      <QueryState query={query} />
    </Dialog>
  );
}

function EditUser({ user, onClose }: { user: ManagedUser; onClose: () => void }): ReactNode {
  const { userId, can } = user;
  const self = useSession().user.userId;
  const client = useQueryClient();
  const form = useSchemaForm(userForm, userValues(user));
  const read = async () => {
    const now = await client.fetchQuery({ ...queryOf(getManagedUser, { userId }), staleTime: 0 });
    return { values: userValues(now), version: now.version };
  };
  const { version, onStale, notice } = useSharedEdit(
    form,
    { values: userValues(user), version: user.version },
    read,
    userLabels,
  );
  const save = useSaveUser({ form, onStale });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={`${user.lastName}, ${user.firstName}`}
        size={760}
        form={form}
        onClose={onClose}
        isAcceptEnabled
        isAcceptDisabled={can.edit !== true}
        onSubmit={async (values) => {
          if (await save.submit({ ...values, userId, version })) onClose();
        }}
      >
        {notice}
        {can.edit !== true && (
          <Callout tone="neutral" title="This account cannot be changed here">
            {can.edit}
          </Callout>
        )}
        {user.state === 'locked' && (
          <Callout tone="warning" title={lockReasonTexts[LockReason.prolongedInactivity]}>
            {texts.lockedWhy}
          </Callout>
        )}
        {user.failedEmailAt !== null && (
          <Callout tone="warning" title="Email could not be delivered">
            The latest email to {user.email} failed on <DateTimeText at={user.failedEmailAt} />. If the next one fails,
            too, check the address.
          </Callout>
        )}
        <AccountFacts user={user} />
        <AccountActions user={user} isChanged={form.formState.isDirty} />
        <LockedFields isLocked={can.edit !== true}>
          <UserInfo user={user} />
          <Section title="Login info">
            <UsernameField />
            {/* The administrator's own password is changed in the profile. */}
            {userId !== self && user.hasPassword && <MustChangeField />}
          </Section>
          <ClientFields user={user} />
          <ActingFields user={user} />
        </LockedFields>
      </FormDialog>
    </FormProvider>
  );
}

function AccountFacts({ user }: { user: ManagedUser }): ReactNode {
  return (
    <Facts
      facts={[
        { label: 'Account', value: userStateLabels[user.state] },
        { label: 'Added', value: <DateTimeText at={user.createdAt} /> },
        {
          label: 'Last sign-in',
          value: user.lastSignInAt === null ? 'Never' : <DateTimeText at={user.lastSignInAt} />,
        },
        { label: 'Two-step verification', value: user.hasSecondFactor ? 'On' : 'Off' },
      ]}
    />
  );
}
