import { duplicateUserText, findUsers, type FoundUser, toMessages } from '@careloop/contracts/directory/users';
import { CloseButton } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { call } from '../../../api/call.ts';
import { personName, recipientDetail } from '../shared/people.ts';
import { AsyncSelect, userSearchDebounce } from '../../../ui/AsyncSelect.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import classes from '../Messages.module.css';
import { Option } from '../list/Option.tsx';

export interface RecipientPickerProps {
  /** If set, each person shows whether they are on the care team. */
  patientId: number | undefined;
  recipients: readonly FoundUser[];
  onAdd: (recipient: FoundUser) => void;
  onRemove: (userId: number) => void;
  /** The last chosen person was already a recipient. */
  isRepeated: boolean;
  /** Receives the typed text that has not selected anyone. */
  onTyped: (term: string) => void;
  onBlur: () => void;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Picks the recipients of a message by name. */
export function RecipientPicker({ ref, ...props }: RecipientPickerProps): ReactNode {
  const { patientId, recipients, onAdd, onRemove } = props;
  const isChosen = ({ userId }: FoundUser) => recipients.some((one) => one.userId === userId);
  const search = async (searchTerm: string, signal: AbortSignal) =>
    (await call(findUsers, { ...toMessages, searchTerm, patientId }, { signal })).items;
  return (
    <div className={classes['recipients']}>
      <AsyncSelect<FoundUser>
        ref={ref}
        label="Recipients"
        withAsterisk
        placeholder="Search by name"
        value={null}
        onChange={(recipient) => {
          if (recipient !== null) onAdd(recipient);
        }}
        search={search}
        debounce={userSearchDebounce}
        itemKey={({ userId }) => userId}
        itemLabel={({ fullName }) => fullName}
        renderItem={(one) => (
          <Option
            name={one.fullName}
            detail={recipientDetail(one)}
            mark={isChosen(one) ? <StatusBadge tone="neutral" label="Added" /> : <CareTeam of={one} />}
          />
        )}
        onTyped={props.onTyped}
        onBlur={props.onBlur}
        error={props.error}
      />
      {/* Not a toast, which would cover the Send button. */}
      <div role="status">{props.isRepeated && <StatusBadge tone="warning" label={duplicateUserText} />}</div>
      {recipients.length > 0 && (
        <ul className={classes['recipientList']} aria-label="Chosen recipients">
          {recipients.map((recipient) => (
            <li key={recipient.userId}>
              <Option
                name={recipient.fullName}
                detail={recipientDetail(recipient)}
                mark={<CareTeam of={recipient} />}
              />
              <CloseButton
                size="sm"
                aria-label={`Remove ${personName(recipient)}`}
                onClick={() => onRemove(recipient.userId)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CareTeam({ of: { isActiveOnCareTeam } }: { of: FoundUser }): ReactNode {
  if (isActiveOnCareTeam === null) return null;
  return isActiveOnCareTeam ? (
    <StatusBadge tone="success" label="Care team" />
  ) : (
    <StatusBadge tone="warning" label="Not on care team" />
  );
}
