import type { Correspondent, LinkedMessage } from '@careloop/contracts/messages/linked';
import { Button, Text } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Section } from '../../../components/Section.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import type { MessageAbout } from '../compose/NewMessageForm.tsx';
import { NewMessageDialog } from './lazyDialogs.ts';
import classes from './RequestMessages.module.css';

interface MessageButtonProps {
  /** The person on the other side; null if nobody there can receive messages. */
  to: Correspondent | null;
  about: MessageAbout;
  /** Whether the user may open the patient: messages about a patient are for those who may. */
  canAccessPatient: boolean;
  /** Called once it is sent: its request links to it. */
  onSent: () => void;
}

/**
 * Writes to the other side of a request, about its patient. Not offered to or about somebody who has only what was sent: a
 * message about a patient adds its recipients to the care team, which would open the whole record to them.
 */
export function MessageButton({ to, about, canAccessPatient, onSent }: MessageButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (to === null || !canAccessPatient) return null;
  if (!to.canSeePatient) {
    return (
      <Text fz="xs" c="dimmed">
        {to.fullName} sees only what was sent. Write a comment to reach them.
      </Text>
    );
  }
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconMessage size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Message {to.fullName}
      </Button>
      {isOpen && (
        <NewMessageDialog
          patientId={about.patientId}
          recipientUserIds={[to.userId]}
          about={about}
          onClose={close}
          onSent={() => {
            close();
            onSent();
          }}
        />
      )}
    </>
  );
}

/** The user's messages about a request, latest first, each with a link into its conversation. */
export function RequestMessages({ messages }: { messages: readonly LinkedMessage[] }): ReactNode {
  if (messages.length === 0) return null;
  return (
    <div className={classes['messages']}>
      <Section title="Messages" count={messages.length}>
        <ul className={classes['list']} aria-label="Messages about this request">
          {messages.map(({ userMessageId, conversationKey, fromName, dateSent, text }) => (
            <li key={userMessageId}>
              <Text fz="xs" c="dimmed">
                {fromName} · <DateTimeText at={dateSent} />
              </Text>
              <Link to="/Messages" search={{ conversationKey, userMessageId }}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
