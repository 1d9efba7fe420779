import { addReferralComment } from '@careloop/contracts/referrals/processing';
import { type Referral } from '@careloop/contracts/referrals';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { applyServerErrors } from '../../../../api/formErrors.ts';
import { CommentTime } from '../../../../ui/DateText.tsx';
import { useDirtyGuard } from '../../../../ui/dirtyGuard.ts';
import { inputProps, useSchemaForm } from '../../../../ui/forms.ts';
import { Section } from '../../../../components/Section.tsx';
import { useReferralCall } from '../referralChanges.ts';
import classes from './ReferralDetail.module.css';

const commentForm = z.object({ comment: addReferralComment.input.shape.comment });

function AddComment({ referralId }: { referralId: number }): ReactNode {
  const form = useSchemaForm(commentForm, { comment: '' });
  useDirtyGuard(form.formState.isDirty && !form.formState.isSubmitting);
  const add = useReferralCall(addReferralComment, {
    onSuccess: () => form.reset(),
    onError: (error) => applyServerErrors(form, error),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => add.mutate({ referralId, ...values }))(event)}
    >
      <Textarea
        label="Add a comment"
        autosize
        minRows={2}
        maxRows={8}
        {...inputProps(form, 'comment')}
        error={inputProps(form, 'comment').error ?? form.formState.errors.root?.['server']?.message}
      />
      <Group justify="flex-end" mt="xs">
        <Button type="submit" variant="default" loading={add.isPending}>
          Add comment
        </Button>
      </Group>
    </form>
  );
}

export interface ReferralCommentsProps {
  referral: Referral;
  /** For places that have their own way of writing. */
  isReadOnly?: boolean;
}

/** What the two sides wrote to each other, oldest first, and room to write more. */
export function ReferralComments({ referral, isReadOnly = false }: ReferralCommentsProps): ReactNode {
  const { comments, can, referralId } = referral;
  return (
    <Section title="Comments" count={comments.length}>
      <Stack gap="sm">
        {comments.map((comment) => (
          <div key={comment.referralCommentId}>
            <Text fz="xs" c="dimmed">
              {comment.userFullName} · <CommentTime at={comment.dateCreated} />
            </Text>
            <Text className={classes.text}>{comment.comment}</Text>
          </div>
        ))}
        {!isReadOnly && can.comment === true && <AddComment referralId={referralId} />}
        {!isReadOnly && can.comment !== true && <Text c="dimmed">{can.comment}</Text>}
      </Stack>
    </Section>
  );
}
