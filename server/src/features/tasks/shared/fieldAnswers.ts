import type { TaskAnswer } from '@careloop/contracts/tasks';
import { answerText, isUnanswered } from '@careloop/contracts/tasks/answers';
import type { GivenAnswer, GivenAnswers } from '@careloop/contracts/tasks/answers';
import type { TaskTemplateField } from '@careloop/contracts/tasks/templates';

import type { Db } from '../../../platform/db/client.ts';

interface ReadAnswers {
  /** In the stored format, in the order of the fields. */
  kept: TaskAnswer[];
  /** Errors by name, each with the prefix. */
  errors: Record<string, string>;
}

interface Refusals {
  /** Before the name of a field: `answers.`. */
  prefix: string;
  required: (label: string) => string;
  invalid: (label: string) => string;
}

/** Reads answers to the fields of a task template or the questions of a protocol. */
export async function readFieldAnswers(
  db: Db,
  fields: readonly TaskTemplateField[],
  answers: GivenAnswers,
  { prefix, required, invalid }: Refusals,
): Promise<ReadAnswers> {
  const read: ReadAnswers = { kept: [], errors: {} };
  for (const field of fields) {
    const given = answers[field.name] ?? null;
    if (isUnanswered(given)) {
      if (field.isRequired) read.errors[`${prefix}${field.name}`] = required(field.label);
      continue;
    }
    const answer = await readAnswer(db, field, given);
    if (answer === null) read.errors[`${prefix}${field.name}`] = invalid(field.label);
    else read.kept.push({ name: field.name, label: field.label, healthcareProviderId: null, ...answer });
  }
  return read;
}

type Read = Pick<TaskAnswer, 'text'> & Partial<TaskAnswer>;

async function readAnswer(db: Db, field: TaskTemplateField, given: GivenAnswer): Promise<Read | null> {
  if (field.type === 'provider_selector') return typeof given === 'number' ? findProvider(db, given) : null;
  const text = answerText(field, given);
  return text === null ? null : { text };
}

async function findProvider(db: Db, healthcareProviderId: number): Promise<Read | null> {
  const found = await db
    .selectFrom('healthcare_provider')
    .select(['first_name', 'last_name'])
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .executeTakeFirst();
  return found === undefined ? null : { text: `${found.last_name}, ${found.first_name}`, healthcareProviderId };
}
