import { expect, it } from 'vitest';
import { inputErrors } from './fieldErrors.ts';
import { createTask, taskTexts } from './tasks.ts';

const task = {
  patientId: 1,
  description: 'Call the family about discharge',
  assignedToUserId: null,
  dateDue: null,
  taskTemplateId: null,
  answers: {},
};

it.each([
  ['a blank description', { description: ' ' }, { description: taskTexts.descriptionRequired }],
  [
    'a description without visible characters',
    { description: ' \u200B\u2060\u00AD\u3164 ' },
    { description: taskTexts.descriptionRequired },
  ],
  ['a description of 501 characters', { description: 'x'.repeat(501) }, { description: taskTexts.descriptionTooLong }],
  [
    'eleven tags',
    { taskTagIds: Array.from({ length: 11 }, (_, index) => index + 1) },
    { taskTagIds: taskTexts.tooManyTags },
  ],
  ['a due date a millennium ago', { dateDue: '1026-01-01' }, { dateDue: 'Please enter a valid date' }],
  ['a due date that does not exist', { dateDue: '2026-02-30' }, { dateDue: 'Please enter a valid date' }],
  [
    'a moment, whose day depends on the reader',
    { dateDue: '2026-12-05T04:59:59Z' },
    { dateDue: 'Please enter a valid date' },
  ],
])('a task is refused with %s', (_what, wrong, errors) => {
  expect(inputErrors(createTask, { ...task, ...wrong })).toEqual(errors);
});
