import { readFileSync } from 'node:fs';

import { referralStatuses } from '@careloop/contracts/codes';
import { referralTransitions } from '@careloop/contracts/referrals/states';
import { expect, test } from 'vitest';

test('the transition table matches docs/domain/referrals.md', () => {
  const page = readFileSync(new URL('../../../../docs/domain/referrals.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| Action +\| From[^\n]*\n\|[- |]+\n((?:\|[^\n]*\n)+)/.exec(page) ?? [];
  const written = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const inCode = Object.entries(referralTransitions).map(([action, { from, to, side }]) => [
    action,
    from.length === referralStatuses.length ? 'any' : from.join(', '),
    Object.keys(to).join(', ') || 'the same',
    side ?? 'any',
  ]);
  expect(written).toEqual(inCode);
});
