import { expect, it } from 'vitest';
import { careTeamTexts, leaveCareTeam } from './care-teams.ts';
import { processInvitations } from './care-teams/invitations.ts';
import { inputErrors } from './fieldErrors.ts';

it.each([
  ['no reason', undefined, careTeamTexts.reasonRequired],
  ['a blank one', ' \n ', careTeamTexts.reasonRequired],
  ['one of 8,001 characters', 'x'.repeat(8_001), careTeamTexts.reasonTooLong],
  ['an invalid text', 'a\0b', careTeamTexts.reasonUnkeepable],
  ['a lone surrogate', 'half \uD83D of one', careTeamTexts.reasonUnkeepable],
])('leaving a care team is refused with %s', (_what, reason, message) => {
  expect(inputErrors(leaveCareTeam, { patientId: 1, reason })).toEqual({ reason: message });
});

it.each([
  [undefined, careTeamTexts.reasonRequired],
  [null, careTeamTexts.reasonRequired],
  ['', careTeamTexts.reasonRequired],
  ['  ', careTeamTexts.reasonRequired],
  ['x'.repeat(8001), careTeamTexts.reasonTooLong],
])('declining an invitation is refused with the reason %j', (reason, message) => {
  expect(inputErrors(processInvitations, { careTeamMemberIds: [1], isAccepting: false, reason })).toEqual({
    reason: message,
  });
});
