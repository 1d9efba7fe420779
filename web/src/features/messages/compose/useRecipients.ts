import { findUsers, type FoundUser, toMessages } from '@careloop/contracts/directory/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../api/query.ts';

/** The recipients without duplicates, each with their relation to the currently selected patient. */
export function useRecipients(
  initial: readonly FoundUser[],
  patientId: number | undefined,
  onChange: (userIds: number[]) => void,
) {
  const [recipients, setRecipients] = useState(initial);
  const [isRepeated, setRepeated] = useState(false);
  const userIds = recipients.map(({ userId }) => userId);
  const { data } = useQuery({
    ...queryOf(findUsers, { ...toMessages, userIds, patientId, pageSize: 50 }),
    enabled: userIds.length > 0 && patientId !== undefined,
    placeholderData: (before) => before,
  });
  const statusOf = (userId: number) => data?.items.find((item) => item.userId === userId)?.isActiveOnCareTeam ?? null;

  const set = (next: readonly FoundUser[]) => {
    setRecipients(next);
    setRepeated(false);
    onChange(next.map(({ userId }) => userId));
  };
  return {
    /** The last one was a duplicate. */
    isRepeated,
    chosen: recipients.map((recipient) => ({
      ...recipient,
      isActiveOnCareTeam: patientId === undefined ? null : (statusOf(recipient.userId) ?? recipient.isActiveOnCareTeam),
    })),
    add: (recipient: FoundUser) => {
      if (userIds.includes(recipient.userId)) setRepeated(true);
      else set([...recipients, recipient]);
    },
    remove: (userId: number) => set(recipients.filter((recipient) => recipient.userId !== userId)),
  };
}
