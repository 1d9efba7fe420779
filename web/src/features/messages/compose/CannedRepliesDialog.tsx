import {
  cannedReplyForm,
  listCannedReplies,
  removeCannedReply,
  saveCannedReply,
  type CannedReply,
} from '@careloop/contracts/messages/cannedReplies';
import { messageLimits } from '@careloop/contracts/messages';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogCancel } from '../../../ui/DialogCancel.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import classes from '../Messages.module.css';

type Edited = Partial<CannedReply>;

/** Adds, edits and deletes the user's canned replies. */
export function CannedRepliesDialog({ message, onClose }: { message: string; onClose: () => void }): ReactNode {
  const query = useQuery(queryOf(listCannedReplies, {}));
  const [edited, setEdited] = useState<Edited>();
  const add = useRef<HTMLButtonElement>(null);
  const remove = useCall(removeCannedReply, {
    onError: 'toast',
    // The pressed button disappears with its reply.
    onSuccess: () => add.current?.focus(),
  });
  const replies = query.data?.cannedReplies ?? [];

  const askToRemove = async ({ cannedReplyId, title }: CannedReply) => {
    const question = { title: `Delete "${title}"?`, message: 'Are you sure you want to delete this item?' };
    if (await confirm({ ...question, tone: 'danger' })) remove.mutate({ cannedReplyId });
  };
  if (edited !== undefined) return <CannedReplyDialog reply={edited} onClose={() => setEdited(undefined)} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Canned replies"
      size={560}
      footer={
        <>
          <Button
            ref={add}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEdited({ message })}
          >
            New canned reply
          </Button>
          <DialogCancel variant="filled">Close</DialogCancel>
        </>
      }
    >
      <QueryState query={query} size="small" loading={<ListSkeleton count={3} />}>
        {() =>
          replies.length === 0 && (
            <EmptyState title="No canned replies yet" text="Save texts here that you send often." />
          )
        }
      </QueryState>
      <ul className={classes['cannedList']}>
        {replies.map((reply) => (
          <li key={reply.cannedReplyId}>
            <span>
              <span className={classes['cannedTitle']}>{reply.title}</span>
              <span className={classes['cannedText']}>{reply.message}</span>
            </span>
            <ActionIcon aria-label={`Edit ${reply.title}`} onClick={() => setEdited(reply)}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={`Delete ${reply.title}`} onClick={() => void askToRemove(reply)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function CannedReplyDialog({ reply, onClose }: { reply: Edited; onClose: () => void }): ReactNode {
  const { cannedReplyId } = reply;
  const form = useSchemaForm(cannedReplyForm, { title: reply.title ?? '', message: reply.message ?? '' });
  const save = useCall(saveCannedReply, {
    form,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      opened
      title={cannedReplyId === undefined ? 'New canned reply' : 'Edit canned reply'}
      form={form}
      onClose={onClose}
      onSubmit={(values) => save.submit({ ...values, cannedReplyId })}
    >
      <Field form={form} name="title" label="Title" required input={TrimmedTextInput} />
      <Field form={form} name="message" label="Message" required>
        {(field) => <TrimmedTextarea {...field} minRows={5} max={messageLimits.message} />}
      </Field>
    </FormDialog>
  );
}
