import { patientName } from '@careloop/contracts/patients/identity';
import { formatPhone } from '@careloop/contracts/fields';
import {
  assignReply,
  dismissReply,
  listUnassignedReplies,
  type UnassignedReply,
} from '@careloop/contracts/sharing/unassignedReplies';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { formatBirth } from '../../../ui/dates.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { toast } from '../../../ui/toasts.tsx';
import classes from './UnassignedReplies.module.css';

/** Text replies that cannot be assigned to one patient with certainty; hidden if there are none. */
export function UnassignedReplies({ clientId }: { clientId: number }): ReactNode {
  const query = useQuery(queryOf(listUnassignedReplies, { clientId }));
  const list = useRef<HTMLUListElement>(null);
  if (query.data === undefined) return <QueryState query={query} loading={null} />;
  if (query.data.count === 0) return null;
  const { items, count } = query.data;
  // The pressed button disappears with its reply, and the list with its last one.
  const moveFocus = () => (count > 1 ? list.current : document.querySelector('main'))?.focus();
  return (
    <Section title="Text replies without a patient" count={count}>
      <Text size="sm" c="dimmed">
        These numbers were texted about several patients, or not recently. File each reply under the patient it is
        about, or dismiss it.
      </Text>
      <ul ref={list} tabIndex={-1} aria-label="Text replies without a patient" className={classes.rows}>
        {items.map((reply) => (
          <ReplyRow key={reply.smsReplyId} reply={reply} onGone={moveFocus} />
        ))}
      </ul>
    </Section>
  );
}

interface ReplyRowProps {
  reply: UnassignedReply;
  /** Called once the reply leaves the list. */
  onGone: () => void;
}

function ReplyRow({ reply, onGone }: ReplyRowProps): ReactNode {
  const { smsReplyId, phoneNumber, receivedAt, messageText, candidates } = reply;
  const assign = useCall(assignReply, {
    onSuccess: () => {
      toast.success('Reply filed');
      onGone();
    },
  });
  const dismiss = useCall(dismissReply, { onSuccess: onGone });
  const ask = async () => {
    const isSure = await confirm({
      title: 'Dismiss reply',
      message: 'This reply will no longer be shown. It stays in the audit log.',
      yes: 'Dismiss',
      no: 'Cancel',
    });
    if (isSure) dismiss.mutate({ smsReplyId });
  };
  return (
    <li className={classes.row}>
      <Stack gap={6}>
        <Text size="sm" c="dimmed">
          From {formatPhone(phoneNumber)} · <DateTimeText at={receivedAt} />
        </Text>
        <Text className={classes.reply}>{messageText === '' ? 'A message without text' : messageText}</Text>
        <Group gap="xs">
          {candidates.map((patient) => (
            <Button
              key={patient.patientId}
              size="compact-sm"
              // A long name takes two lines on a phone.
              h="auto"
              mih={26}
              py={4}
              styles={{ label: { whiteSpace: 'normal', lineHeight: 1.35 } }}
              variant="default"
              loading={assign.isPending && assign.variables.patientId === patient.patientId}
              onClick={() => assign.mutate({ smsReplyId, patientId: patient.patientId })}
            >
              File under {patientName(patient)}, born {formatBirth(patient.dateOfBirth, patient.deceasedOn)}
            </Button>
          ))}
          <Button size="compact-sm" variant="subtle" loading={dismiss.isPending} onClick={() => void ask()}>
            Dismiss
          </Button>
        </Group>
      </Stack>
    </li>
  );
}
