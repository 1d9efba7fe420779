import { voidReferralStatuses } from '@careloop/contracts/codes';
import { addReferralComment } from '@careloop/contracts/referrals/processing';
import type { Referral } from '@careloop/contracts/referrals';
import type { ReferralSide } from '@careloop/contracts/referrals/states';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useCall } from '../../../../api/query.ts';
import { CheckboxInput } from '../../../../ui/CheckboxInput.tsx';
import { CommentTime } from '../../../../ui/DateText.tsx';
import { useDirtyGuard } from '../../../../ui/dirtyGuard.ts';
import { Field } from '../../../../ui/Field.tsx';
import { useSchemaForm } from '../../../../ui/forms.ts';
import { TrimmedTextarea } from '../../../../ui/TrimmedTextarea.tsx';
import { Section } from '../../../../components/Section.tsx';
import classes from '../../../../components/RequestDetail.module.css';

const otherSides: Record<ReferralSide, string> = { referring: 'the receiving side', receiving: 'the referring side' };

const commentForm = z.object({ comment: addReferralComment.input.shape.comment, asksForReply: z.boolean() });

/** The side a comment asks, if somebody there can still reply. */
function askedSide({ side, status, referredToUserId, isAnsweredByCoordinators }: Referral): string | null {
  if (side === null || voidReferralStatuses.some((over) => over === status)) return null;
  const isReachable = referredToUserId !== null && !isAnsweredByCoordinators;
  return side === 'referring' && !isReachable ? null : otherSides[side];
}

function AddComment({ referral }: { referral: Referral }): ReactNode {
  const { referralId, side, awaitReplyFrom } = referral;
  const asked = askedSide(referral);
  const form = useSchemaForm(commentForm, { comment: '', asksForReply: false });
  const isReply = side !== null && side === awaitReplyFrom;
  useDirtyGuard(form.formState.isDirty && !form.formState.isSubmitting, form);
  const add = useCall(addReferralComment, {
    onSuccess: () => form.reset(),
    form,
  });
  return (
    <form
      noValidate
      className={classes.onScreen}
      onSubmit={(event) => void form.handleSubmit((values) => add.mutate({ referralId, ...values }))(event)}
    >
      <Field form={form} name="comment" label={isReply ? 'Reply' : 'Add a comment'}>
        {(field) => (
          <TrimmedTextarea
            {...field}
            minRows={2}
            maxRows={8}
            error={field.error ?? form.formState.errors.root?.['server']?.message}
          />
        )}
      </Field>
      <Group justify="space-between" mt="xs">
        {asked === null ? (
          <span />
        ) : (
          <Field form={form} name="asksForReply" label={`Ask ${asked} for a reply`} input={CheckboxInput} />
        )}
        <Button type="submit" variant={isReply ? 'filled' : 'default'} loading={add.isPending}>
          {isReply ? 'Send reply' : 'Add comment'}
        </Button>
      </Group>
    </form>
  );
}

export interface ReferralCommentsProps {
  referral: Referral;
  /** For places that have their own way to write. */
  isReadOnly?: boolean;
}

/** Comments of both sides, oldest first, with a field to write another one. */
export function ReferralComments({ referral, isReadOnly = false }: ReferralCommentsProps): ReactNode {
  const { comments, can } = referral;
  return (
    <Section title="Comments" count={comments.length}>
      <Stack gap="sm">
        {comments.map((comment) => (
          <div key={comment.referralCommentId}>
            <Text fz="xs" c="dimmed">
              {comment.userFullName} · <CommentTime at={comment.dateCreated} />
              {comment.isQuestion && ' · Asked for a reply'}
            </Text>
            <Text className={classes.text}>{comment.comment}</Text>
          </div>
        ))}
        {!isReadOnly && can.comment === true && <AddComment referral={referral} />}
        {!isReadOnly && can.comment !== true && <Text c="dimmed">{can.comment}</Text>}
      </Stack>
    </Section>
  );
}
