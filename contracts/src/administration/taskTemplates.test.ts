import { expect, test } from 'vitest';

import { formatTexts } from '../fields/formats.ts';
import { taskTemplateForm, taskTemplateTexts, templateProblems } from './taskTemplates.ts';

const problemOf = (json: string) => taskTemplateForm.safeParse({ json }).error?.issues[0]?.message;

test('a pasted template becomes the template', () => {
  expect(taskTemplateForm.parse({ json: '{"name": " Transport "}' })).toEqual({
    name: 'Transport',
    fields: [],
    isActive: true,
  });
});

test('what is not JSON, or no template, is refused', () => {
  expect(problemOf('  ')).toBe(taskTemplateTexts.jsonRequired);
  expect(problemOf('{"name": ')).toBe(formatTexts.json);
  for (const json of ['[]', '"text"', 'null', '7']) expect(problemOf(json)).toBeDefined();
});

test('each problem is named by its path, those of unknown fields included', () => {
  const problems = templateProblems({
    name: 'Transport',
    due: 2,
    fields: [{ name: 'Company', label: '', type: 'dropdown', options: ['Van'] }],
  });
  expect(problems[0]).toBe(taskTemplateTexts.unknown('due'));
  expect(problems.map((line) => line.split(':')[0])).toEqual(['due', 'fields.0.name', 'fields.0.label']);
});
