import { messagePriority } from '@careloop/contracts/codes';
import { getUserConversationMessages, messageLimits, messageTexts } from '@careloop/contracts/messages';
import { getSingleUserConversation, type Conversation } from '@careloop/contracts/messages/conversations';
import type { MessageDraft } from '@careloop/contracts/messages/drafts';
import { quickReplyForm } from '@careloop/contracts/messages/sending';
import { Button, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { invalidate } from '../../../api/query.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { useToastsAbove } from '../../../shell/useToastsAbove.ts';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { Toggle } from '../../../ui/Toggle.tsx';
import { AttachButton } from './AttachButton.tsx';
import { CannedReplies } from './CannedReplies.tsx';
import { ChosenDocuments } from './ChosenDocuments.tsx';
import type { DraftInput } from './draftInput.ts';
import { OtherDraft } from './OtherDraft.tsx';
import { outbox } from '../thread/outbox.ts';
import classes from './QuickReply.module.css';
import { onTakenBack } from './takenBack.ts';
import { useDraft } from './useDraft.ts';

const { normal, urgent } = messagePriority.table;

type Values = Pick<MessageDraft, 'message' | 'priority' | 'patientDocumentIds'>;
/** How often something was written in each conversation: the draft of what failed must not replace a newer one. */
const writings = new Map<string, number>();

const nothing: Values = { message: '', priority: normal, patientDocumentIds: [] };

export interface ReplyFormProps {
  conversation: Conversation;
  /** The reply has reached the server. */
  onSent: () => Promise<void>;
  draft: DraftInput | undefined;
  /** When the draft was kept that is there, also when it is not what one goes on with. */
  began: string | undefined;
  /** The server has not got it. */
  isUnkept?: boolean;
}

/** Writes an answer. It leaves the form at once and is told as sent when the server has it. */
export function ReplyForm({ conversation, draft, began, isUnkept = false, onSent }: ReplyFormProps): ReactNode {
  const { conversationKey, patient, hasDraft } = conversation;
  const field = useRef<HTMLTextAreaElement>(null);
  const isLow = useMediaQuery('(max-height: 34em)', false, { getInitialValueInEffect: false });
  const focus = () => field.current?.focus();
  const initial = { ...nothing, ...draft };
  const reply = useReply(conversationKey, initial, began, onSent, focus);
  const { values, isEdited, isSent, error, change, send, other } = reply;
  useKeptAgain(hasDraft, reply.keepAgain);
  useKeptAtOnce(isUnkept, reply.keepAgain);
  useShortcut('r', 'Reply', focus);
  const keepInView = useKeptInView(field);
  useToastsAbove(field);

  const submit = () => {
    send();
    field.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
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
      {other !== null && <OtherDraft draft={other} onKeep={reply.keepInstead} onFollow={reply.follow} />}
      <Textarea
        ref={field}
        aria-label="Message"
        placeholder="Write a reply…"
        autosize
        minRows={isLow ? 1 : 2}
        maxRows={10}
        dir="auto"
        data-urgent={values.priority === urgent || undefined}
        classNames={{ input: classes['field'] ?? '' }}
        value={values.message}
        error={isEdited && error}
        onChange={(event) => change({ message: event.currentTarget.value })}
        onKeyDown={handleKey}
        onFocus={keepInView}
        aria-keyshortcuts="Control+Enter"
      />
      {patient !== null && (
        <ChosenDocuments
          patientId={patient.patientId}
          ids={values.patientDocumentIds}
          onChange={(patientDocumentIds) => change({ patientDocumentIds })}
        />
      )}
      <div className={classes['bar']}>
        {patient !== null && (
          <AttachButton
            patient={patient}
            ids={values.patientDocumentIds}
            onChange={(patientDocumentIds) => change({ patientDocumentIds })}
          />
        )}
        <CannedReplies
          message={values.message}
          onInsert={(text) => {
            change({ message: values.message.trim() === '' ? text : `${values.message}\n${text}` });
            field.current?.focus();
          }}
        />
        <Toggle
          label="Urgent"
          size="xs"
          value={values.priority === urgent}
          onChange={(isUrgent) => change({ priority: isUrgent ? urgent : normal })}
        />
        {values.message.length > messageLimits.message * 0.9 && (
          <span className={classes['count']}>
            {values.message.length.toLocaleString('en-US')} / {messageLimits.message.toLocaleString('en-US')}
          </span>
        )}
        {/* Not a toast: it would lie on the button for the next one. */}
        <span className={classes['hint']} data-sent={isSent || undefined}>
          <span role="status">{isSent && messageTexts.replySent}</span>
          {!isSent && (reply.isUnkept ? 'Not saved yet' : 'Ctrl+Enter sends')}
        </span>
        <Button type="submit" disabled={error !== undefined} leftSection={<IconSend size={16} aria-hidden />}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** Where there is little height, the place to write may lie below what is in view, and grows as one writes. */
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

/**
 * One's other window sent what was written there, and with it went the draft that both share: what still stands in this
 * one is kept anew.
 */
function useKeptAgain(hasDraft: boolean, keepAgain: () => void): void {
  const onGone = useEffectEvent(keepAgain);
  const hadDraft = useRef(hasDraft);
  useEffect(() => {
    if (hadDraft.current && !hasDraft) onGone();
    hadDraft.current = hasDraft;
  }, [hasDraft]);
}

/** What was written here while the server was away goes to it now. */
function useKeptAtOnce(isUnkept: boolean, keep: () => void): void {
  const onShown = useEffectEvent(keep);
  useEffect(() => {
    if (isUnkept) onShown();
  }, [isUnkept]);
}

function useReply(
  conversationKey: string,
  initial: Values,
  began: string | undefined,
  onSent: () => Promise<void>,
  focus: () => void,
) {
  const client = useQueryClient();
  const onBehalfOfUserId = useActingFor()?.proxiedUserId;
  const drafts = useDraft(conversationKey, began);
  const { other } = drafts;
  // Elsewhere it would be there again; this one is nowhere but here.
  useDirtyGuard(other !== null);
  const [values, setValues] = useState<Values>(initial);
  const [isEdited, setEdited] = useState(false);
  const [isSent, setSent] = useState(false);
  /** An answer that failed and came back, with the key it was sent with. */
  const takenBack = useRef<{ text: string; key: string }>(undefined);
  const { message, priority, patientDocumentIds } = values;
  const parsed = quickReplyForm.safeParse({ message, priority, patientDocumentIds });

  const set = (next: Values) => {
    setValues(next);
    setEdited(true);
    setSent(false);
    writings.set(conversationKey, (writings.get(conversationKey) ?? 0) + 1);
    drafts.keep(next);
  };
  const receive = useEffectEvent((reply: Values, key: string) => {
    const isEmpty = message.trim() === '';
    takenBack.current = { text: JSON.stringify(reply), key };
    set(isEmpty ? reply : { ...reply, message: `${message}\n${reply.message}` });
    focus();
  });
  useEffect(
    () =>
      onTakenBack(conversationKey, ({ key, input }) =>
        receive(
          {
            message: input.message,
            priority: input.priority ?? normal,
            patientDocumentIds: input.patientDocumentIds ?? [],
          },
          key,
        ),
      ),
    [conversationKey],
  );

  const send = async (reply: Values) => {
    const key = takenBack.current?.text === JSON.stringify(reply) ? takenBack.current.key : undefined;
    takenBack.current = undefined;
    setValues(nothing);
    setEdited(false);
    setSent(false);
    void drafts.drop();
    const written = writings.get(conversationKey);
    const keepInstead = (draft: Values) => {
      if (writings.get(conversationKey) === written) drafts.keep(draft);
    };
    const isDone = await outbox.add({ ...reply, conversationKey, onBehalfOfUserId }, key, {
      drop: () => drafts.drop(reply),
      restore: () => keepInstead(reply),
      clear: () => keepInstead(nothing),
    });
    if (!isDone) return;
    // Its first try may have been the one that arrived: this one did not take the draft along.
    if (key !== undefined) keepInstead(nothing);
    setSent(true);
    await invalidate(client, getUserConversationMessages, getSingleUserConversation);
    await onSent();
  };
  return {
    values,
    isEdited,
    isSent,
    isUnkept: drafts.isUnkept,
    error: parsed.success ? undefined : (parsed.error.issues[0]?.message ?? messageTexts.replyBlank),
    other,
    keepInstead: drafts.keepInstead,
    follow: () => {
      if (other === null) return;
      drafts.follow(other);
      setValues(other);
      setEdited(false);
      focus();
    },
    change: (some: Partial<Values>) => set({ ...values, ...some }),
    keepAgain: () => {
      if (message.trim() !== '' || patientDocumentIds.length > 0) drafts.keep(values);
    },
    send: () => {
      if (parsed.success) void send({ message, priority, patientDocumentIds });
      else setEdited(true);
    },
  };
}
