import { readFile } from 'node:fs/promises';

import { taskTemplateFile } from '@careloop/contracts/tasks/templates';
import type { TaskTemplateFile } from '@careloop/contracts/tasks/templates';
import { sql } from 'kysely';

import type { Database } from '../../platform/db/client.ts';
import { CommandError } from '../../platform/commandError.ts';
import { changeClient } from './changeClient.ts';
import { templateColumns } from './lookups/templateColumns.ts';

/**
 * Adds a task template of a client, or replaces the one with the same name. Existing tasks keep the fields they were created
 * with.
 * @returns false if there is no client with that name
 */
export function setTaskTemplate(db: Database, clientName: string, template: TaskTemplateFile): Promise<boolean> {
  const change = { action: 'task-template.changed', name: template.name, isActive: template.isActive };
  return changeClient(db, clientName, change, async (transaction, client) => {
    const { name, ...values } = templateColumns(template);
    await transaction
      .insertInto('task_template')
      .values({ ...client, name, ...values })
      .onConflict((conflict) =>
        conflict
          .expression(sql`client_id, lower(name)`)
          .doUpdateSet({ name, ...values, version: sql`task_template.version + 1` }),
      )
      .execute();
  });
}

/**
 * Reads a template from a file.
 * @throws CommandError that names its problems
 */
export async function readTaskTemplate(file: string): Promise<TaskTemplateFile> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${file}.`);
  });
  const parsed = taskTemplateFile.safeParse(parseJson(text, file));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || file}: ${message}`);
  throw new CommandError(problems.join('\n'));
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${file} is not JSON.`);
  }
}
