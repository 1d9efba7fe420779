import type { Allowance } from '@careloop/contracts/can';
import { messageTexts } from '@careloop/contracts/messages';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { Section } from '../../../components/Section.tsx';
import { latestConversations, shownConversations } from './latestConversations.ts';
import { ConversationRow } from './ConversationRow.tsx';
import classes from './ConversationWidget.module.css';

interface ConversationWidgetProps {
  patientId: number;
  /** Whether the user may write about the patient, or why not. */
  allowance: Allowance;
}

/** The latest conversations about a patient, with a link to all of them. */
export function ConversationWidget({ patientId, allowance }: ConversationWidgetProps): ReactNode {
  const userId = useOwnUserId();
  const query = useQuery(latestConversations(patientId));
  if (query.isPending) return <ListSkeleton count={shownConversations} />;
  const items = query.data?.items ?? [];
  return (
    <Section
      title="Messages"
      heading="h2"
      count={query.data?.totalItemCount ?? undefined}
      action={
        <Link to="/Messages" search={{ patientId }}>
          Show all messages
        </Link>
      }
    >
      <QueryState query={query} size="small" failure={messageTexts.listFailed} />
      {query.data !== undefined && items.length === 0 && (
        <Text c="dimmed">
          {allowance === true ? 'No messages about this patient. Archived ones are not shown.' : allowance}
        </Text>
      )}
      <ul className={classes['list']}>
        {items.map((item) => (
          <li key={item.conversationKey}>
            <Link
              to="/Messages"
              search={{ patientId, conversationKey: item.conversationKey }}
              className={classes['link']}
            >
              <ConversationRow item={item} userId={userId} hidesPatient />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The user whose conversations are on screen: the signed-in user, or the person acted for. */
export function useOwnUserId(): number {
  const { user } = useSession();
  return useActingFor()?.proxiedUserId ?? user.userId;
}
