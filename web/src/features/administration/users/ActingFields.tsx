import type { ActingPerson, ManagedUser } from '@careloop/contracts/administration/users';
import { duplicateUserText, findUsers } from '@careloop/contracts/directory/users';
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { Section } from '../../../components/Section.tsx';
import { useSession } from '../../../session/useSession.ts';
import { AsyncMultiSelect } from '../../../ui/AsyncMultiSelect.tsx';
import { userSearchDebounce } from '../../../ui/AsyncSelect.tsx';
import { Field } from '../../../ui/Field.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { userLabels, type UserValues } from './UserFields.tsx';
import classes from './Users.module.css';

type ActingList = 'userIdsUserCanImpersonate' | 'userIdsWhoCanImpersonateUser';

/** Both lists: people the user may act for, and people who may act for the user. Read-only on one's own account. */
export function ActingFields({ user }: { user?: ManagedUser }): ReactNode {
  const allowance = user?.can.changeProxies ?? true;
  const disabled = allowance !== true;
  return (
    <Section title="Acting for others">
      {/* Otherwise the dialog says why nothing can be changed. */}
      {disabled && user?.can.edit === true && (
        <Text fz="sm" c="dimmed" mb="xs">
          {allowance}
        </Text>
      )}
      <div className={classes['group']}>
        <ActingField name="userIdsUserCanImpersonate" disabled={disabled} excludeSuperUsers ownId={user?.userId} />
        <ActingField name="userIdsWhoCanImpersonateUser" disabled={disabled} ownId={user?.userId} />
      </div>
    </Section>
  );
}

interface ActingFieldProps {
  name: ActingList;
  disabled: boolean;
  excludeSuperUsers?: boolean;
  ownId: number | undefined;
}

function ActingField({ name, disabled, excludeSuperUsers = false, ownId }: ActingFieldProps): ReactNode {
  const form = useFormContext<UserValues>();
  const self = useSession().user.userId;
  const [isRepeated, setRepeated] = useState(false);
  return (
    <div>
      <Field form={form} name={name} label={userLabels[name]}>
        {(field) => (
          <AsyncMultiSelect<ActingPerson>
            {...field}
            placeholder="Search by name"
            disabled={disabled}
            onRepeat={() => setRepeated(true)}
            onChange={(chosen) => {
              setRepeated(false);
              field.onChange(chosen);
            }}
            search={async (searchTerm, signal) => {
              // Administrators cannot act for anyone by their own choice, or let anyone act for them.
              const excludedUserIds = ownId === undefined ? [self] : [self, ownId];
              const { items } = await call(findUsers, { searchTerm, excludeSuperUsers, excludedUserIds }, { signal });
              return items.map(({ userId, fullName }) => ({ userId, fullName }));
            }}
            debounce={userSearchDebounce}
            itemKey={({ userId }) => userId}
            itemLabel={({ fullName }) => fullName}
          />
        )}
      </Field>
      <div role="status">{isRepeated && <StatusBadge tone="warning" label={duplicateUserText} />}</div>
    </div>
  );
}
