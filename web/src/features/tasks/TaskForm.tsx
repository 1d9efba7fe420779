import { createTask, getTask, listTaskAssignees, updateTask, type Task } from '@careloop/contracts/tasks';
import { listTaskTemplates } from '@careloop/contracts/tasks/templates';
import { getPatientInfo, type PatientSummary } from '@careloop/contracts/patients';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { queryOf, useCall } from '../../api/query.ts';
import { useSharedEdit } from '../../components/useSharedEdit.tsx';
import { AsyncSelect, userSearchDebounce } from '../../ui/AsyncSelect.tsx';
import { dayOf } from '../../ui/dates.ts';
import { DateInput } from '../../ui/DateInput.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { QueryState } from '../../ui/QueryState.tsx';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { PatientLine } from '../patients/shared/PatientBanner.tsx';
import { inputOf, missingAnswers, taskFormSchema, taskLabels, valuesOf } from './taskFormValues.ts';
import { TaskTagsField } from './TaskTagsField.tsx';
import { TemplateFields } from './shared/TemplateFields.tsx';

export interface TaskFormProps {
  about: { patientId: number; patientEncounterId?: number; workQueueEncounterId?: number };
  /** Undefined for a new one. */
  task?: Task;
  /** The patient if already known; otherwise loaded, which requires access to the record. */
  patient?: PatientSummary;
  onClose: () => void;
}

const sharedOf = (task: Task | undefined) => ({ values: valuesOf(task), version: task?.version });

/** Adds or edits a task. */
export function TaskForm({ about, task, patient, onClose }: TaskFormProps): ReactNode {
  const { patientId, workQueueEncounterId } = about;
  const subject = { patientId, ...(workQueueEncounterId !== undefined && { workQueueEncounterId }) };
  const offered = useQuery({ ...queryOf(listTaskTemplates, subject), retry: false });
  const templates = offered.data;
  const { data: loaded } = useQuery({
    ...queryOf(getPatientInfo, { patientId }),
    enabled: task === undefined && patient === undefined,
    retry: false,
  });
  const client = useQueryClient();
  const opened = sharedOf(task);
  const form = useSchemaForm(taskFormSchema, opened.values);
  const read = async () =>
    task === undefined
      ? opened
      : sharedOf(await client.fetchQuery({ ...queryOf(getTask, { taskId: task.taskId }), staleTime: 0 }));
  const { version, onStale, notice } = useSharedEdit(form, opened, read, taskLabels);
  const template = templates?.items.find((one) => one.taskTemplateId === form.watch('taskTemplateId'));
  const options = {
    form,
    onStale,
    onSuccess: () => {
      toast.success(task === undefined ? 'Task added' : 'Task saved');
      onClose();
    },
  };
  const create = useCall(createTask, options);
  const update = useCall(updateTask, options);
  const choose = (taskTemplateId: number | null) => {
    form.setValue('taskTemplateId', taskTemplateId, { shouldDirty: true });
    const chosen = templates?.items.find((one) => one.taskTemplateId === taskTemplateId);
    if (chosen?.description != null && form.getValues('description') === '') {
      form.setValue('description', chosen.description, { shouldDirty: true, shouldValidate: true });
    }
    if (chosen?.dueInDays != null && !form.getValues('dateDue')) {
      const due = new Date();
      due.setDate(due.getDate() + chosen.dueInDays);
      form.setValue('dateDue', dayOf(due), { shouldDirty: true });
    }
  };
  const shown = task?.patient ?? patient ?? loaded;
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={task === undefined ? 'Add task' : 'Edit task'}
        size={560}
        form={form}
        header={shown && <PatientLine patient={shown} />}
        onClose={onClose}
        isAcceptEnabled
        onSubmit={async (values) => {
          const missing = missingAnswers(values, template);
          for (const { name, message } of missing) form.setError(`answers.${name}`, { message });
          if (missing.length > 0) return;
          const input = inputOf(values, template);
          await (task === undefined || version === undefined
            ? create.submit({ ...about, ...input })
            : update.submit({ ...input, taskId: task.taskId, version }));
        }}
      >
        {notice}
        <QueryState query={offered} size="small" loading={null} failure="The templates could not be loaded" />
        {templates !== undefined && templates.items.length > 0 && (
          <Select
            label="Template"
            placeholder="None"
            clearable
            data={templates.items.map(({ taskTemplateId, name }) => ({ value: String(taskTemplateId), label: name }))}
            value={template === undefined ? null : String(template.taskTemplateId)}
            onChange={(value) => choose(value === null ? null : Number(value))}
          />
        )}
        <Field form={form} name="description" label="Description" required>
          {(field) => <TrimmedTextarea {...field} minRows={2} maxRows={6} maxLength={500} />}
        </Field>
        <Field form={form} name="assignee" label="Assigned to">
          {(field) => (
            <AsyncSelect
              {...field}
              placeholder="Nobody"
              minimum={0}
              debounce={userSearchDebounce}
              search={async (searchTerm, signal) =>
                (await call(listTaskAssignees, { ...subject, searchTerm }, { signal })).items
              }
              itemKey={({ userId }) => userId}
              itemLabel={({ fullName }) => fullName}
            />
          )}
        </Field>
        <Field form={form} name="dateDue" label="Due">
          {(field) => <DateInput {...field} isAhead />}
        </Field>
        <TaskTagsField subject={subject} tags={task?.tags} />
        {template !== undefined && <TemplateFields fields={template.fields} patientId={patientId} />}
      </FormDialog>
    </FormProvider>
  );
}
