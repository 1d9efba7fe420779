import { processTexts } from '@careloop/contracts/referrals/processing';
import { Button, CloseButton, Group, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { inputProps } from '../../../ui/forms.ts';
import classes from '../../../components/ProcessDialog.module.css';
import { isNoteTooLong, type ProcessValues } from './processForm.ts';

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
        <Textarea label="Add a note" autosize minRows={2} {...inputProps(form, 'newComment')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={add}>
            Add note
          </Button>
        </Group>
      </Stack>
    </section>
  );
}
