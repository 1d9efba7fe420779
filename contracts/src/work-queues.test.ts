import { expect, it } from 'vitest';
import { inputErrors } from './fieldErrors.ts';
import { listWorkQueueItems } from './work-queues.ts';

it.each([
  { facilityId: 'x' },
  { encounterType: 'holiday' },
  { urgencyDays: '0' },
  { claimedBy: 'anybody' },
  { sortBy: 'shoeSize' },
  { sortBy: 'ssn' },
  { sortDirection: 'up' },
  { sortDirection: 'sideways' },
  { status: '4' },
  { page: '0' },
  { pageSize: '101' },
])('a list of queue items is refused with %j', (filter) => {
  expect(Object.keys(inputErrors(listWorkQueueItems, { workQueueId: '1', ...filter }))).toEqual(Object.keys(filter));
});
