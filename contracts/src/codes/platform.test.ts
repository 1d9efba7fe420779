import { expect, test } from 'vitest';
import { features } from '../access.ts';
import { facilityTypes, identifierTypes } from '../administration/clients.ts';
import { clientConfiguration, clientSettingNames } from '../administration/clientSettings.ts';
import * as platform from './platform.ts';

test.each([
  ['workflowTier', platform.workflowTier, [1, 2]],
  ['importRunStatus', platform.importRunStatus, [1, 2, 3, 4, 5]],
  ['importStep', platform.importStep, [1, 7]],
  ['importJobStatus', platform.importJobStatus, [5, 10, 20, 30, 40, 255]],
  ['recurrence', platform.recurrence, [0, 1, 2, 3, 4, 5, 6]],
  ['notificationChannel', platform.notificationChannel, [1, 2, 3, 4, 5, 6, 9]],
  ['filterJoin', platform.filterJoin, [1, 2]],
  ['filterOperator', platform.filterOperator, [1, 2, 3, 4, 5, 6]],
  ['outboundMessageStatus', platform.outboundMessageStatus, [1, 2, 3, 4]],
  ['spamCategory', platform.spamCategory, [0, 1, 2, 3]],
  ['facilityType', platform.facilityType, [1, 12, 20]],
  ['logoutReason', platform.logoutReason, [1, 2]],
  ['contentState', platform.contentState, [10, 20, 30]],
  ['chatStepType', platform.chatStepType, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['chatSessionStatus', platform.chatSessionStatus, [0, 10, 20, 30, 40, 50]],
  ['systemUser', platform.systemUser, [-1, -2, -3, -4, -100]],
  ['clientConfigurationKey', platform.clientConfigurationKey, [44, 50, 60, 289]],
] as const)('%s has the numbers that are given', (_name, { table }, numbers) => {
  expect(Object.values(table)).toEqual(numbers);
});

test('ranges without names have their specified ends', () => {
  expect(platform.workflowEventTypes).toEqual({ first: 1, last: 20 });
  expect(platform.workItemCategories).toMatchObject({ first: 1, last: 60, firstSafpTier: 50, lastSafpTier: 57 });
  expect(platform.activityActions).toEqual({ first: 0, last: 252 });
  expect(platform.facilityIdentifierTypes).toEqual({ first: 1, last: 9 });
});

test('the form of a facility offers the named types', () => {
  expect(Object.keys(facilityTypes).map(Number)).toEqual(Object.values(platform.facilityType.table));
  expect([identifierTypes[0], identifierTypes.at(-1)]).toEqual([1, 9]);
});

test('each configuration key of a client is one of its settings or features', () => {
  const names: readonly string[] = [...clientSettingNames, ...features];
  expect(Object.keys(platform.clientConfigurationKey.table).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(clientConfiguration.shape).map(Number)).toEqual(
    Object.values(platform.clientConfigurationKey.table),
  );
});
