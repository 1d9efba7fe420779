import { processTexts } from '@careloop/contracts/referrals/processing';
import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import classes from '../../../components/ProcessDialog.module.css';
import { isNoteTooLong, type ProcessValues } from './processForm.ts';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';

/** Notes for the referring side. They are sent with the answer. */
export function NotesPanel(): ReactNode {
  const form = useFormContext<ProcessValues>();
  const comments = form.watch('comments');
  const setComments = (next: string[]) => form.setValue('comments', next, { shouldDirty: true });
  const add = () => {
    const text = form.getValues('newComment').trim();
    const refusal =
      text === '' ? processTexts.commentRequired : isNoteTooLong(text) ? processTexts.commentTooLong : null;
    if (refusal !== null) {
      form.setError('newComment', { message: refusal }, { shouldFocus: true });
      return;
    }
    setComments([...comments, text]);
    form.setValue('newComment', '');
    form.clearErrors('newComment');
  };
  return (
    <section aria-label="Notes and comments">
      <Stack gap="xs">
        <Text component="h3" fw={600} fz="sm">
          Notes/Comments
        </Text>
        {comments.map((comment, index) => (
          // An unsaved note has no id, so its position is part of the key.
          <Group key={`${index} ${comment}`} wrap="nowrap" align="flex-start" justify="space-between">
            <Text className={classes.note}>{comment}</Text>
            <CloseButton
              aria-label="Remove note"
              onClick={() => setComments(comments.filter((_, position) => position !== index))}
            />
          </Group>
        ))}
        <Field form={form} name="newComment" label="Add a note">
          {(field) => <TrimmedTextarea {...field} minRows={2} />}
        </Field>
        <Group justify="flex-end">
          <Button variant="default" onClick={add}>
            Add note
          </Button>
        </Group>
      </Stack>
    </section>
  );
}
