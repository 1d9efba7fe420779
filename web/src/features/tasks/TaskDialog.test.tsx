import { getTask, setTaskStatus, taskTexts, type Task, type TaskEvent } from '@careloop/contracts/tasks';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../test/server.ts';
import { signIn } from '../../../test/signedIn.tsx';
import { task } from '../../../test/tasks.ts';
import { TaskDialog } from './TaskDialog.tsx';
import { tasksSearch } from './search.ts';

beforeEach(() => signIn());

/** Opens the task; a change of its status is stored. */
async function open(change: Partial<Task> = {}, events: TaskEvent[] = []) {
  const stored = { ...task, ...change, events };
  const calls = serve(
    answer(getTask, () => stored),
    answer(setTaskStatus, ({ taskStatus }) => {
      stored.version += 1;
      stored.taskStatus = taskStatus as Task['taskStatus'];
      stored.isCompleted = taskStatus === 3;
      return { taskId: stored.taskId, version: stored.version };
    }),
  );
  const onClose = vi.fn<() => void>();
  const { user } = renderScreen(
    { path: '/Tasks', validateSearch: tasksSearch, component: () => <TaskDialog taskId={7} onClose={onClose} /> },
    '/Tasks',
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Task' }));
  await dialog.findByText(task.description);
  return { user, calls, dialog, onClose };
}

const actionsOf = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
  ['Edit', 'Reopen', 'Stop', 'Start', 'Complete'].filter((name) => dialog.queryByRole('button', { name }) !== null);

test.each([
  ['pending', { taskStatus: 1 }, ['Edit', 'Start', 'Complete']],
  ['in progress', { taskStatus: 2 }, ['Edit', 'Stop', 'Complete']],
  ['completed', { taskStatus: 3, isCompleted: true }, ['Reopen']],
] as const)('a task that is %s offers what can be done next', async (_state, change, names) => {
  const { dialog } = await open(change);
  expect(actionsOf(dialog)).toEqual(names);
});

test('a task is started, which keeps it open, and completed, which closes it', async () => {
  const { user, calls, dialog, onClose } = await open();
  await user.click(dialog.getByRole('button', { name: 'Start' }));
  await dialog.findByRole('button', { name: 'Stop' });
  expect(onClose).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Complete' }));
  expect(await screen.findByText('Task completed')).toBeVisible();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, setTaskStatus)).toEqual([
    { taskId: 7, taskStatus: 2, version: 1 },
    { taskId: 7, taskStatus: 3, version: 2 },
  ]);
});

test('a task of another system says why it cannot be changed', async () => {
  const reason = taskTexts.readOnly;
  const can = { edit: reason, start: reason, complete: reason, reopen: reason };
  const { dialog } = await open({ isReadOnly: true, sourceSystem: 'Epic', can });
  expect(dialog.getAllByText(reason)[0]).toBeVisible();
  expect(dialog.getByText('Epic')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Complete' })).toHaveAttribute('aria-disabled', 'true');
});

test('a task of somebody who can no longer sign in asks to be assigned again', async () => {
  const { dialog } = await open({ assignedToUserId: 2, assignedToName: 'Patel, Anjali', isAssigneeInactive: true });
  expect(
    dialog.getByText('Patel, Anjali can no longer sign in. Edit the task to assign it to somebody else.'),
  ).toBeVisible();
});

test('answers, completion and history are shown, each change in both names', async () => {
  const { dialog } = await open(
    {
      taskStatus: 3,
      isCompleted: true,
      completedAt: '2026-01-04T15:00:00Z',
      completedByName: 'Ada Ames',
      answers: [
        { name: 'how', label: 'Send by', text: 'Mail', healthcareProviderId: null },
        { name: 'since', label: 'Since', text: '2025-12-24', healthcareProviderId: null },
      ],
    },
    [
      {
        taskEventId: 1,
        occurredAt: '2026-01-02T15:00:00Z',
        userName: 'Renée Caldwell',
        onBehalfOfName: 'Linh Nguyen',
        action: 'created',
        assignedToName: 'Patel, Anjali',
      },
    ],
  );
  for (const text of ['Mail', '12/24/25', 'Added', 'Assigned to Patel, Anjali']) {
    expect(dialog.getByText(text)).toBeVisible();
  }
  expect(dialog.getByText(/by Ada Ames$/)).toBeVisible();
  expect(dialog.getByText(/Renée Caldwell for Linh Nguyen/)).toBeVisible();
});

test.each([
  ['a patient', {}, 'Open patient', '/Patient/1?section=tasks'],
  ['an encounter', { patientEncounterId: 5 }, 'Open encounter', '/Patient/1?section=encounters&patientEncounterId=5'],
  [
    'a queue item',
    { workQueueId: 22, workQueueEncounterId: 9 },
    'Open queue item',
    '/WorkQueues?workQueueId=22&workQueueEncounterId=9&status=3',
  ],
] as const)('a task about %s leads there', async (_what, change, name, href) => {
  const { dialog } = await open(change);
  expect(dialog.getByRole('link', { name })).toHaveAttribute('href', href);
});
