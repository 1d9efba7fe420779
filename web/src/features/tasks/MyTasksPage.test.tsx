import { getNavigation } from '@careloop/contracts/dashboard/navigation';
import { countMyTasks, getTask, listTasks } from '@careloop/contracts/tasks';
import { listTaskTags } from '@careloop/contracts/tasks/tags';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../test/server.ts';
import { signIn } from '../../../test/signedIn.tsx';
import { task } from '../../../test/tasks.ts';
import { MyTasksPage } from './MyTasksPage.tsx';
import { tasksSearch } from './search.ts';

const route = { path: '/Tasks', validateSearch: tasksSearch, component: MyTasksPage };
const overdue = { ...task, dateDue: '2026-01-03', status: 'alert' as const, isPastDue: true };

beforeEach(() => signIn());

test('the filters are in the address and decide what is listed', async () => {
  const calls = serve(answer(listTasks, { items: [], nextCursor: null }));
  const { user, history } = renderScreen(route, '/Tasks');
  expect(await screen.findByText('No open tasks are assigned to you')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Added by me' }));
  expect(await screen.findByText('No open tasks were added by you')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Completed' }));
  expect(await screen.findByText('No completed tasks were added by you')).toBeVisible();
  expect(history.location.search).toBe('?relation=added&state=completed');
  expect(inputsOf(calls, listTasks)).toEqual(
    expect.arrayContaining([
      { relation: 'assigned', state: 'open' },
      { relation: 'added', state: 'open' },
      { relation: 'added', state: 'completed' },
    ]),
  );
});

test('who came from a work queue can go on to another one', async () => {
  signIn({ permissions: ['ManageWorkQueues'] });
  const some = { code: '', description: '', subjectType: 'referral', order: null } as const;
  const queue = { ...some, workQueueId: 20, name: 'Needs physician selection', openCount: 4, userHidden: false };
  const hidden = { ...some, workQueueId: 21, name: 'Referrals declined', openCount: 1, userHidden: true };
  const workQueues = {
    openCount: 4,
    showsWaitingTime: false,
    categories: [{ workQueueCategoryId: 1, name: 'Referrals', description: '', workQueues: [queue, hidden] }],
  };
  serve(
    answer(listTasks, { items: [], nextCursor: null }),
    answer(countMyTasks, { openCount: 3, pastDueCount: 1 }),
    answer(getNavigation, {
      referrals: { unreadCount: 0 },
      consultations: { unreadCount: 0 },
      invitations: { pendingInviteCount: 0 },
      accessRequests: { openCount: 0 },
      emergencyAccess: null,
      duplicates: null,
      messages: null,
      workQueues,
    }),
    answer(getWorkQueues, workQueues),
  );
  renderScreen(route, '/Tasks');
  const queues = within(await screen.findByRole('navigation', { name: 'Work queues' }));
  expect(queues.getByRole('link', { name: /^Needs physician selection/ })).toHaveAttribute(
    'href',
    '/WorkQueues?workQueueId=20',
  );
  expect(queues.queryByRole('link', { name: /^Referrals declined/ })).toBeNull();
  expect(await queues.findByRole('link', { name: /^My tasks/, current: 'page' })).toBeVisible();
  expect(queues.queryByRole('button')).toBeNull();
});

test('a row shows patient and due date, and opens the task, which is in the address', async () => {
  serve(answer(listTasks, { items: [overdue], nextCursor: null }), answer(getTask, { ...overdue, events: [] }));
  const { user, history } = renderScreen(route, '/Tasks');
  const row = within(await screen.findByRole('row', { name: /Order a blood pressure cuff/ }));
  expect(row.getByText('OKAFOR, Grace')).toBeVisible();
  expect(row.getByText(/0?1\/0?3\/26/)).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Assigned to' })).toBeNull();
  await user.click(row.getByRole('button', { name: task.description }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Task' }));
  expect(history.location.search).toBe('?taskId=7');
  await user.click((await dialog.findAllByRole('button', { name: 'Close' }))[0] as HTMLElement);
  expect(history.location.search).toBe('');
});

test('tasks that the user added show to whom they are assigned, and who can no longer do them', async () => {
  const theirs = { ...task, assignedToUserId: 2, assignedToName: 'Patel, Anjali', isAssigneeInactive: true };
  serve(answer(listTasks, { items: [theirs], nextCursor: null }));
  renderScreen(route, '/Tasks?relation=added');
  const row = within(await screen.findByRole('row', { name: /Patel, Anjali/ }));
  expect(row.getByText('Cannot sign in')).toBeVisible();
});

test('a list that could not be loaded says so and can be retried', async () => {
  let isDown = true;
  const page = { items: [task], nextCursor: null };
  serve(answer(listTasks, () => (isDown ? refusal('internal') : page)));
  const { user } = renderScreen(route, '/Tasks');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await user.click(retry);
  expect(await screen.findByRole('button', { name: task.description })).toBeVisible();
});

test('tasks show their tags and are filtered by one, which is in the address', async () => {
  const tagged = { ...task, tags: [{ taskTagId: 4, tagName: 'Transport' }] };
  const calls = serve(
    answer(listTasks, { items: [tagged], nextCursor: null }),
    answer(listTaskTags, { items: [{ taskTagId: 4, tagName: 'Transport', clientId: 1 }] }),
  );
  const { user, history } = renderScreen(route, '/Tasks');
  const row = within(await screen.findByRole('row', { name: /Order a blood pressure cuff/ }));
  expect(row.getByText('Transport')).toBeVisible();
  await user.click(await screen.findByRole('combobox', { name: 'Tag' }));
  await user.click(await screen.findByRole('option', { name: 'Transport' }));
  expect(history.location.search).toBe('?taskTagId=4');
  expect(inputsOf(calls, listTasks).at(-1)).toEqual({ relation: 'assigned', state: 'open', taskTagId: '4' });
});
