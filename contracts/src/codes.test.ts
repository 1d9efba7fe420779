import { expect, it } from 'vitest';
import { statusTone, timeZone, timeZoneNames, timeZoneOfCharacter } from './codes.ts';
import { LockReason } from './session/authStates.ts';

it('lock reasons, status tones and time zones have their specified codes', () => {
  expect(Object.values(LockReason)).toEqual([1, 2, 3, 4]);
  expect(statusTone.table).toEqual({ none: 0, neutral: 1, success: 2, danger: 3, inactive: 4, warning: 5 });
  expect(Object.keys(timeZoneNames).map((name) => timeZone.codeOf(name as keyof typeof timeZoneNames))).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
});

it('warns about an unsupported time-zone character and returns null', () => {
  const warnings: string[] = [];
  expect(timeZoneOfCharacter('e', (message) => warnings.push(message))).toBe('eastern');
  expect(timeZoneOfCharacter('Z', (message) => warnings.push(message))).toBeNull();
  expect(warnings).toEqual(['Unsupported time-zone character: Z']);
});
