import { listTaskTags, type TaskTag } from '@careloop/contracts/tasks/tags';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../api/query.ts';
import { TagsSelect } from '../../components/TagsSelect.tsx';
import { Field } from '../../ui/Field.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { taskLabels, type TaskFormValues } from './taskFormValues.ts';

interface TaskTagsFieldProps {
  subject: { patientId: number; workQueueEncounterId?: number };
  /** Of the task, which keeps them although they are archived. */
  tags: readonly TaskTag[] | undefined;
}

/** The tags of the surrounding form; nothing while the patient's client has no tags. */
export function TaskTagsField({ subject, tags = [] }: TaskTagsFieldProps): ReactNode {
  const form = useFormContext<TaskFormValues>();
  const query = useQuery({ ...queryOf(listTaskTags, subject), retry: false });
  const offered = query.data?.items ?? [];
  const kept = tags.filter(({ taskTagId }) => !offered.some((one) => one.taskTagId === taskTagId));
  const data = [...offered, ...kept].map(({ taskTagId, tagName }) => ({ value: taskTagId, label: tagName }));
  return (
    <>
      <QueryState query={query} size="small" loading={null} failure="The tags could not be loaded" />
      {data.length > 0 && (
        <Field form={form} name="taskTagIds" label={taskLabels.taskTagIds}>
          {(field) => <TagsSelect {...field} tags={data} />}
        </Field>
      )}
    </>
  );
}
