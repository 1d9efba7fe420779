import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { jobsOf } from '../core/feature.ts';
import { features } from './index.ts';
import { workers } from './workers.ts';

const namesOf = (jobs: readonly { name: string }[]) => jobs.map(({ name }) => name).toSorted();

test('every job has one handler', () => {
  const jobs = namesOf(jobsOf(features));
  expect(namesOf(workers.map(({ definition }) => definition))).toEqual(jobs);
  expect(new Set(jobs).size).toBe(jobs.length);
});

test('every feature.ts is listed', () => {
  const folders = readdirSync(import.meta.dirname);
  const declared = folders.filter((name) => existsSync(path.join(import.meta.dirname, name, 'feature.ts')));
  expect(declared).toHaveLength(features.length);
});
