import { messagePriority } from '@careloop/contracts/codes';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import type { Conversation } from '@careloop/contracts/messages/conversations';
import type { MessageDraft } from '@careloop/contracts/messages/drafts';
import { quickReplyForm } from '@careloop/contracts/messages/sending';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { DraftConflict } from '../../../components/DraftConflict.tsx';
import { useActingFor } from '../../../shell/actingFor.ts';
import { useToastsAbove } from '../../../shell/useToastsAbove.ts';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { Toggle } from '../../../ui/Toggle.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { withInserted } from '../../../lib/withInserted.ts';
import { AttachButton } from './AttachButton.tsx';
import { CannedReplies } from './CannedReplies.tsx';
import { ChosenDocuments } from './ChosenDocuments.tsx';
import { findDraft, hasContent, useDraft, type DraftContent } from './draftStore.ts';
import classes from './QuickReply.module.css';
import { sendReply } from './replyQueue.ts';
import { formatNumber } from '../../../ui/numbers.ts';

const { normal, urgent } = messagePriority.table;

export interface ReplyFormProps {
  conversation: Conversation;
  /** The text field. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** How many failed replies were sent by a retry: it is said here as well. */
  resentCount: number;
  /** The draft saved on the server. */
  saved: MessageDraft | null;
  /** Called when a reply leaves the form to be sent. */
  onLeave: () => void;
  /** Called once the server has the reply. */
  onSent: () => Promise<void>;
}

/** Form for a reply. It leaves the form at once and is shown as sent once the server has it. */
export function ReplyForm({ conversation, field, resentCount, saved, onLeave, onSent }: ReplyFormProps): ReactNode {
  const { conversationKey, patient } = conversation;
  const isLow = useMediaQuery('(max-height: 34em)', false, { getInitialValueInEffect: false });
  const focus = () => field.current?.focus();
  const { draft, values, error, isEdited, isSent, conflict, hasFailed, ...reply } = useReply(
    conversationKey,
    saved,
    resentCount,
  );
  useShortcut('r', 'Reply', focus);
  const keepInView = useKeptInView(field);
  useToastsAbove(field);

  const submit = () => {
    void reply.send(onLeave, onSent);
    focus();
  };
  const reload = () => draft.reload().then(focus);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat) submit();
  };
  return (
    <form
      className={classes['reply']}
      aria-label="Reply"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {conflict !== null && (
        <DraftConflict excerpt={conflict.message} onReload={reload} onKeepMine={() => draft.keepMine()} />
      )}
      <TrimmedTextarea
        ref={field}
        aria-label="Message"
        placeholder="Write a reply..."
        minRows={isLow ? 1 : 2}
        maxRows={10}
        dir="auto"
        data-urgent={values.priority === urgent || undefined}
        classNames={{ input: classes['field'] ?? '' }}
        value={values.message}
        error={isEdited && error}
        onChange={(message) => reply.change({ message })}
        onKeyDown={handleKey}
        onFocus={keepInView}
        aria-keyshortcuts="Control+Enter"
      />
      {patient !== null && (
        <ChosenDocuments
          patientId={patient.patientId}
          charts={values.patientCharts}
          onChange={(patientCharts) => reply.change({ patientCharts })}
        />
      )}
      <div className={classes['bar']}>
        {patient !== null && (
          <AttachButton
            patient={patient}
            charts={values.patientCharts}
            onChange={(patientCharts) => reply.change({ patientCharts })}
          />
        )}
        <CannedReplies
          message={values.message}
          onInsert={(text) => {
            reply.change({ message: withInserted(values.message, text) });
            focus();
          }}
        />
        <Toggle
          label="Urgent"
          size="xs"
          value={values.priority === urgent}
          onChange={(isUrgent) => reply.change({ priority: isUrgent ? urgent : normal })}
        />
        {values.message.length > messageLimits.message * 0.9 && (
          <span className={classes['count']}>
            {formatNumber(values.message.length)} / {formatNumber(messageLimits.message)}
          </span>
        )}
        {/* Not a toast, which would cover the Send button for the next reply. */}
        <span className={classes['hint']} data-sent={isSent || undefined}>
          <span role="status">{isSent && messageTexts.replySent}</span>
          {!isSent && (hasFailed ? 'Not saved yet' : 'Ctrl+Enter sends')}
        </span>
        <Button type="submit" disabled={error !== undefined} leftSection={<IconSend size={16} aria-hidden />}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** Keeps the text field in view in a low window while it grows. */
function useKeptInView(field: RefObject<HTMLTextAreaElement | null>): () => void {
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    const observer = new ResizeObserver(() => {
      if (form.contains(document.activeElement)) form.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(form);
    return () => observer.disconnect();
  }, [field]);
  return () => field.current?.form?.scrollIntoView({ block: 'nearest' });
}

function useReply(conversationKey: string, saved: MessageDraft | null, resentCount: number) {
  const place = { conversationKey, onBehalfOfUserId: useActingFor()?.proxiedUserId };
  const [draft] = useState(() => {
    const found = findDraft(place);
    found.start(saved);
    return found;
  });
  const { content, conflict, hasFailed } = useDraft(draft);
  const [isEdited, setEdited] = useState(false);
  const [isSent, setSent] = useState(false);
  /** The count of retries when the user last typed or sent. */
  const [knownCount, setKnownCount] = useState(resentCount);
  /** A reply has left the form, and nothing was entered since. */
  const [isUntouched, setUntouched] = useState(false);
  const { message, priority = normal, patientCharts = [] } = content;
  const parsed = quickReplyForm.safeParse({ message, priority, patientCharts });
  const send = async (onLeave: () => void, onSent: () => Promise<void>) => {
    // The second press of a key that was pressed twice.
    if (isUntouched && !hasContent(content)) return;
    setEdited(!parsed.success);
    setSent(false);
    setKnownCount(resentCount);
    if (!parsed.success) return;
    const sending = sendReply(place);
    setUntouched(true);
    // Not once it is sent: the reader may have gone elsewhere in the conversation by then.
    onLeave();
    if (!(await sending)) return;
    setSent(true);
    await onSent();
  };
  return {
    draft,
    values: { message, priority, patientCharts },
    error: parsed.success ? undefined : (parsed.error.issues[0]?.message ?? messageTexts.replyBlank),
    isEdited,
    isSent: isSent || resentCount > knownCount,
    conflict,
    hasFailed,
    send,
    change: (some: Partial<DraftContent>) => {
      draft.change({ message, priority, patientCharts, ...some });
      setEdited(true);
      setSent(false);
      setKnownCount(resentCount);
      setUntouched(false);
    },
  };
}
