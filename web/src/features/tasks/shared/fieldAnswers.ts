import type { TaskAnswer } from '@careloop/contracts/tasks';
import type { GivenAnswer } from '@careloop/contracts/tasks/answers';
import { z } from 'zod';

const providerChoice = z.object({ healthcareProviderId: z.number(), name: z.string() });
export type ProviderChoice = z.infer<typeof providerChoice>;

/** An answer as a form holds it; undefined until it is filled in. */
export const typedAnswers = z.record(
  z.string(),
  z.union([z.string(), z.boolean(), providerChoice, z.null()]).optional(),
);
export type TypedAnswer = z.infer<typeof typedAnswers>[string];

/** A stored answer as a form holds it. */
export function typedOf({
  text,
  healthcareProviderId,
}: Pick<TaskAnswer, 'text' | 'healthcareProviderId'>): NonNullable<TypedAnswer> {
  return healthcareProviderId === null ? text : { healthcareProviderId, name: text };
}

/** An answer as it is sent. */
export function sentOf(answer: TypedAnswer, type: string): GivenAnswer {
  if (type === 'checkbox') return answer === true || answer === 'Yes';
  if (answer === undefined || answer === null || typeof answer === 'boolean') return null;
  return typeof answer === 'string' ? answer : answer.healthcareProviderId;
}

/** An answer as it reads. */
export function wordsOf(answer: TypedAnswer): string {
  if (answer === undefined || answer === null || answer === false) return '';
  if (answer === true) return 'Yes';
  return typeof answer === 'string' ? answer.trim() : answer.name;
}
