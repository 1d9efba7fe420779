import { searchProviders } from '@careloop/contracts/directory';
import { createTask, getTask, listTaskAssignees, taskTexts, updateTask } from '@careloop/contracts/tasks';
import { listTaskTags } from '@careloop/contracts/tasks/tags';
import { listTaskTemplates, type TaskTemplate } from '@careloop/contracts/tasks/templates';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fill, leave } from '../../../test/components.tsx';
import { renderDialog } from '../../../test/page.tsx';
import { answer, inputsOf, refusal, serve, type Answered } from '../../../test/server.ts';
import { provider, signIn } from '../../../test/signedIn.tsx';
import { task } from '../../../test/tasks.ts';
import { dayOf } from '../../ui/dates.ts';
import { TaskForm, type TaskFormProps } from './TaskForm.tsx';

const field = { isRequired: false, options: [] };
const template: TaskTemplate = {
  taskTemplateId: 3,
  name: 'Records request',
  description: 'Request outside records',
  dueInDays: 0,
  fields: [
    { ...field, name: 'who', label: 'Provider', type: 'provider_selector', isRequired: true },
    { ...field, name: 'how', label: 'Send by', type: 'radio', options: ['Mail', 'Fax'] },
    { ...field, name: 'phone', label: 'Phone', type: 'phone' },
    { ...field, name: 'urgent', label: 'Urgent', type: 'checkbox' },
    { ...field, name: 'remarks', label: 'Remarks', type: 'text_area' },
    { ...field, name: 'kind', label: 'Kind', type: 'dropdown', options: ['Report', 'Image'] },
  ],
};

beforeEach(() => signIn());

/** Opens the form about a patient. */
async function open(more: Partial<TaskFormProps> = {}, ...answers: Answered[]) {
  const calls = serve(
    ...answers,
    answer(listTaskTemplates, { items: [template] }),
    answer(listTaskTags, { items: [{ taskTagId: 4, tagName: 'Transport', clientId: 1 }] }),
    answer(listTaskAssignees, { items: [{ userId: 2, fullName: 'Ames, Ada' }] }),
    answer(searchProviders, { items: [provider] } as never),
    answer(createTask, { taskId: 8, version: 1 }),
  );
  const onClose = vi.fn<() => void>();
  const { user } = renderDialog(
    <TaskForm about={{ patientId: 1 }} patient={task.patient} onClose={onClose} {...more} />,
  );
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('combobox', { name: 'Template' });
  return { user, calls, dialog, onClose };
}

const box = (dialog: Awaited<ReturnType<typeof open>>['dialog'], name: string) => dialog.getByRole('textbox', { name });
const option = (name: RegExp | string) => screen.findByRole('option', { name });

test('a task is added for a patient, assigned and due on a day', async () => {
  const { user, calls, dialog, onClose } = await open();
  expect(dialog.getByText('OKAFOR, Grace')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(taskTexts.descriptionRequired)).toBeVisible();
  fill(box(dialog, 'Description'), 'Call about weights');
  fill(box(dialog, 'Due'), '12/24/2030');
  leave(box(dialog, 'Due'));
  await user.click(dialog.getByRole('combobox', { name: 'Assigned to' }));
  await user.click(await option('Ames, Ada'));
  await user.click(dialog.getByRole('combobox', { name: 'Tags' }));
  await user.click(await option('Transport'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(await screen.findByText('Task added')).toBeVisible();
  expect(inputsOf(calls, createTask)).toEqual([
    {
      patientId: 1,
      taskTemplateId: null,
      description: 'Call about weights',
      assignedToUserId: 2,
      dateDue: '2030-12-24',
      taskTagIds: [4],
      answers: {},
    },
  ]);
});

test('a template fills in description and due day, and its fields are asked for and sent', async () => {
  const { user, calls, dialog, onClose } = await open();
  await user.click(dialog.getByRole('combobox', { name: 'Template' }));
  await user.click(await option('Records request'));
  expect(box(dialog, 'Description')).toHaveValue('Request outside records');
  expect(box(dialog, 'Due')).not.toHaveValue('');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Provider is required')).toBeVisible();
  expect(inputsOf(calls, createTask)).toEqual([]);
  await user.type(dialog.getByRole('combobox', { name: 'Provider' }), 'Nguy');
  await user.click(await option(/Nguyen, Linh/));
  await user.click(dialog.getByRole('radio', { name: 'Mail' }));
  await user.type(box(dialog, 'Phone'), '6175550123');
  fill(box(dialog, 'Remarks'), 'Operative report\nPathology');
  await user.click(dialog.getByRole('combobox', { name: 'Kind' }));
  await user.click(await option('Image'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, createTask)).toMatchObject([
    {
      taskTemplateId: 3,
      dateDue: dayOf(new Date()),
      answers: {
        who: provider.healthcareProviderId,
        how: 'Mail',
        phone: '(617) 555-0123',
        urgent: false,
        remarks: 'Operative report\nPathology',
        kind: 'Image',
      },
    },
  ]);
});

test('a template keeps what was typed before', async () => {
  const { user, dialog } = await open();
  fill(box(dialog, 'Description'), 'My own words');
  await user.click(dialog.getByRole('combobox', { name: 'Template' }));
  await user.click(await option('Records request'));
  expect(box(dialog, 'Description')).toHaveValue('My own words');
});

test('an answer that the server refuses is marked, and nothing is lost', async () => {
  const message = taskTexts.fieldInvalid('Description');
  const { user, dialog, onClose } = await open(
    {},
    answer(createTask, () => refusal('invalid_input', { validationErrors: { description: message } })),
  );
  fill(box(dialog, 'Description'), 'Call about weights');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(box(dialog, 'Description')).toHaveValue('Call about weights');
  expect(onClose).not.toHaveBeenCalled();
});

test('a task that somebody else changed while it was edited keeps both changes', async () => {
  const newer = { ...task, version: 2, description: 'Order two blood pressure cuffs', events: [] };
  const { user, calls, dialog, onClose } = await open(
    { task },
    answer(getTask, newer),
    answer(updateTask, ({ version }) =>
      version === 2
        ? { taskId: 7, version: 3 }
        : refusal('stale_version', { current: { version: 2, changedByUserId: 2, changedBy: 'Ada Ames' } as never }),
    ),
  );
  fill(box(dialog, 'Due'), '12/24/2030');
  leave(box(dialog, 'Due'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const notice = await dialog.findByRole('alert');
  expect(notice).toHaveTextContent('Ada Ames saved changes while you were editing');
  expect(notice).toHaveTextContent('Changed: Description.');
  expect(box(dialog, 'Description')).toHaveValue(newer.description);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(await screen.findByText('Task saved')).toBeVisible();
  expect(inputsOf(calls, updateTask).at(-1)).toMatchObject({
    taskId: 7,
    version: 2,
    description: newer.description,
    dateDue: '2030-12-24',
  });
});

test('a task shows and keeps a tag that is no longer offered', async () => {
  const tagged = { ...task, tags: [{ taskTagId: 9, tagName: 'Old' }] };
  const { user, calls, dialog, onClose } = await open({ task: tagged }, answer(updateTask, { taskId: 7, version: 2 }));
  expect(await dialog.findByText('Old')).toBeVisible();
  fill(box(dialog, 'Description'), 'Call again');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, updateTask)).toMatchObject([{ taskTagIds: [9] }]);
});
