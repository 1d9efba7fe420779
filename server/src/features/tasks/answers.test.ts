import { createTask, getTask } from '@careloop/contracts/tasks';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildCoordinator, buildPatient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a template can have phone, email, select and multi-line text fields', async () => {
  const coordinator = await buildCoordinator(app.db);
  const { clientId } = coordinator;
  const { patientId } = await buildPatient(app.db, { clientId });
  const field = (name: string, type: string, options: string[] = []) => ({
    name,
    label: name.toUpperCase(),
    type,
    options,
    isRequired: false,
  });
  const fields = [
    field('phone', 'phone'),
    field('email', 'email'),
    field('by', 'radio', ['Fax', 'Mail']),
    field('remarks', 'text_area'),
  ];
  const { taskTemplateId } = await app.db
    .insertInto('task_template')
    .values({ client_id: clientId, name: 'Records', fields: JSON.stringify(fields) })
    .returning('task_template_id as taskTemplateId')
    .executeTakeFirstOrThrow();
  const caller = await app.as(coordinator);
  const task = { taskTemplateId, patientId, description: 'Request', assignedToUserId: null, dateDue: null };
  const refused = await caller.fail(createTask, { ...task, answers: { phone: '12', email: 'office', by: 'Pigeon' } });
  expect(refused.validationErrors).toEqual({
    'answers.phone': 'PHONE is not valid',
    'answers.email': 'EMAIL is not valid',
    'answers.by': 'BY is not valid',
  });
  const answers = { phone: '617.555.0123', email: 'office@example.org', by: 'Mail', remarks: 'Two lines,\nkept' };
  const { taskId } = await caller.ok(createTask, { ...task, answers });
  expect((await caller.ok(getTask, { taskId })).answers).toMatchObject([
    { name: 'phone', text: '(617) 555-0123' },
    { name: 'email', text: 'office@example.org' },
    { name: 'by', text: 'Mail' },
    { name: 'remarks', text: 'Two lines,\nkept' },
  ]);
});
