import { membershipTexts } from '@careloop/contracts/care-teams/members';
import { searchProviders } from '@careloop/contracts/directory';
import { duplicateUserText, findUsers, suggestUsers, type FoundUser } from '@careloop/contracts/directory/users';
import { userTypeLabels } from '@careloop/contracts/codes';
import { Button, CloseButton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { AsyncSelect, userSearchDebounce } from '../../../ui/AsyncSelect.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import classes from './CareTeam.module.css';

export type InvitedUser = Pick<FoundUser, 'userId' | 'fullName' | 'userType' | 'specialtyName' | 'organizationName'>;

/** A person who can be selected, or a provider of the directory who cannot because they have no user. */
type Choice = InvitedUser | { userId: null; fullName: string; detail: string; healthcareProviderId: number };

interface InvitePickerProps {
  patientId: number;
  /** Members and people already invited. */
  present: readonly number[];
  chosen: readonly InvitedUser[];
  onChange: (chosen: readonly InvitedUser[]) => void;
}

/** Selects colleagues to invite, by name or from suggestions. */
export function InvitePicker({ patientId, present, chosen, onChange }: InvitePickerProps): ReactNode {
  const [warning, setWarning] = useState<string>();
  const suggested = useQuery(queryOf(suggestUsers, { patientId }));
  const add = (choice: Choice) => {
    if (choice.userId === null) return setWarning(membershipTexts.noUserRecord);
    const isThere = present.includes(choice.userId) || chosen.some(({ userId }) => userId === choice.userId);
    setWarning(isThere ? duplicateUserText : undefined);
    if (!isThere) onChange([...chosen, choice]);
  };
  const suggestions = (suggested.data?.items ?? []).filter(({ userId }) =>
    chosen.every((one) => one.userId !== userId),
  );
  return (
    <>
      <AsyncSelect<Choice>
        label="People"
        withAsterisk
        placeholder="Search by name"
        value={null}
        onChange={(choice) => choice !== null && add(choice)}
        search={(term, signal) => searchChoices(term, patientId, signal)}
        debounce={userSearchDebounce}
        itemKey={keyOf}
        itemLabel={({ fullName }) => fullName}
        renderItem={(choice) => <ChoiceText choice={choice} isPresent={isIn(choice, present)} />}
      />
      <div role="status">{warning !== undefined && <StatusBadge tone="warning" label={warning} />}</div>
      {suggestions.length > 0 && (
        <div className={classes['suggested']} role="group" aria-label="Suggested">
          <Text span fz="sm" c="dimmed">
            Suggested
          </Text>
          {suggestions.map((user) => (
            <Button
              key={user.userId}
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => add(user)}
            >
              {user.fullName}
            </Button>
          ))}
        </div>
      )}
      {chosen.length > 0 && (
        <ul className={classes['chosen']} aria-label="Invited people">
          {chosen.map((user) => (
            <li key={user.userId}>
              <ChoiceText choice={user} isPresent={false} />
              <CloseButton
                size="sm"
                aria-label={`Remove ${user.fullName}`}
                onClick={() => onChange(chosen.filter(({ userId }) => userId !== user.userId))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const keyOf = (choice: Choice) =>
  choice.userId === null ? `provider ${choice.healthcareProviderId}` : `user ${choice.userId}`;
const isIn = ({ userId }: Choice, userIds: readonly number[]) => userId !== null && userIds.includes(userId);

/** Users first, then providers of the directory without a user, so that the user learns why they cannot be invited. */
async function searchChoices(searchTerm: string, patientId: number, signal: AbortSignal): Promise<Choice[]> {
  const [users, providers] = await Promise.all([
    call(findUsers, { searchTerm, patientId, excludeLoggedInUser: true, excludeSuperUsers: true }, { signal }),
    call(searchProviders, { searchTerm }, { signal }),
  ]);
  const without = new Map(
    providers.items.filter(({ userId }) => userId === null).map((one) => [one.healthcareProviderId, one]),
  );
  return [
    ...users.items,
    ...Array.from(without.values(), ({ healthcareProviderId, fullName, specialty, organizationName }) => ({
      userId: null,
      healthcareProviderId,
      fullName,
      detail: [specialty, organizationName].filter(Boolean).join(' · '),
    })),
  ];
}

function ChoiceText({ choice, isPresent }: { choice: Choice; isPresent: boolean }): ReactNode {
  const detail =
    choice.userId === null
      ? choice.detail
      : [userTypeLabels[choice.userType], choice.specialtyName, choice.organizationName].filter(Boolean).join(' · ');
  return (
    <span className={classes['stack']}>
      <span className={classes['name']}>
        {choice.fullName}
        {choice.userId === null && <StatusBadge tone="warning" label="No user record" />}
        {isPresent && <StatusBadge tone="success" label="On care team or invited" />}
      </span>
      <span className={classes['dim']}>{detail}</span>
    </span>
  );
}
