import { credentialTexts } from '@careloop/contracts/session/credentials';
import { describe, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { findPasswordProblem, findPasswordRules } from './passwordRules.ts';

const rules = { username: 'jdoe.smith', productName: 'Careloop', minimumLength: null };

describe('a new password', () => {
  test.each([
    'correct horse battery',
    'heron lighthouse',
    'a long enough password',
    'Zugspitze-2962-Ostgrat',
    'пароль из многих слов',
    '🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧',
  ])('passes: %s', async (password) => {
    expect(await findPasswordProblem(password, rules)).toBeNull();
  });

  test.each([
    ['eleven char', credentialTexts.passwordTooShort(12)],
    // Six characters, each of two UTF-16 code units.
    ['🦊🐻🐼🐨🐯🦁', credentialTexts.passwordTooShort(12)],
    ['my JDOE.smith account', credentialTexts.passwordHoldsName],
    ['careLOOP is good today', credentialTexts.passwordHoldsName],
    ['qwertyuiop123', credentialTexts.passwordBreached],
    ['Password2026!', credentialTexts.passwordBreached],
    ['1234Dragon!!!!', credentialTexts.passwordBreached],
    ['monkeymonkey', credentialTexts.passwordBreached],
    ['aaaaaaaaaaaaaaaa', credentialTexts.passwordBreached],
    ['ababababababab', credentialTexts.passwordBreached],
    ['monkey-monkey-monkey', credentialTexts.passwordBreached],
    ['Monkey1 monkey2 MONKEY3', credentialTexts.passwordBreached],
    ['pass.word.2026!', credentialTexts.passwordBreached],
    ['i-love-you-1234', credentialTexts.passwordBreached],
    ['dragon+monkey77', credentialTexts.passwordBreached],
    ['SunshinePrincess', credentialTexts.passwordBreached],
    ['1qaz2wsx3edc', credentialTexts.passwordBreached],
    ['abcdefgh87654321', credentialTexts.passwordBreached],
    ['Dragon1!Dragon1!', credentialTexts.passwordBreached],
    // Full-width letters normalize to the same password.
    ['Ｐａｓｓｗｏｒｄ２０２６！', credentialTexts.passwordBreached],
    ['my ｊｄｏｅ.ｓｍｉｔｈ account', credentialTexts.passwordHoldsName],
  ])('is refused: %s', async (password, problem) => {
    expect(await findPasswordProblem(password, rules)).toBe(problem);
  });

  test('must be as long as the strictest client requires, and never shorter than the product’s minimum', async () => {
    const longer = { ...rules, minimumLength: 16 };
    expect(await findPasswordProblem('fifteen letters', longer)).toBe(credentialTexts.passwordTooShort(16));
    expect(await findPasswordProblem('sixteen letters!', longer)).toBeNull();
    expect(await findPasswordProblem('ten letter', { ...rules, minimumLength: 8 })).toBe(
      credentialTexts.passwordTooShort(12),
    );
  });

  test('may contain a username too short to be significant', async () => {
    expect(await findPasswordProblem('correct horse battery', { ...rules, username: 'or' })).toBeNull();
  });
});

test('the strictest of a user’s clients counts, and of those they are about to be added to', async () => {
  const app = await startTestApp();
  const withMinimum = async (value: number) => {
    const { clientId } = await buildClient(app.db);
    const setting = { client_id: clientId, name: 'passwordMinimumLength', value };
    await app.db.insertInto('client_setting').values(setting).execute();
    return clientId;
  };
  const { userId, username } = await buildUser(app.db, { clientId: await withMinimum(20) });
  const minimumOf = async (owner: { userId?: number; clientIds?: number[] }) =>
    (await findPasswordRules(app.db, { username, ...owner }, 'Careloop')).minimumLength;
  expect(await minimumOf({})).toBeNull();
  expect(await minimumOf({ userId })).toBe(20);
  expect(await minimumOf({ userId, clientIds: [await withMinimum(16)] })).toBe(20);
  const strict = await withMinimum(30);
  expect(await minimumOf({ userId, clientIds: [strict] })).toBe(30);
  expect(await minimumOf({ clientIds: [strict] })).toBe(30);
  await app.stop();
});
