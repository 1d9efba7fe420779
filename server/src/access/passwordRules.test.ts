import { credentialTexts } from '@careloop/contracts/session/credentials';
import { describe, expect, test } from 'vitest';

import { findPasswordProblem } from './passwordRules.ts';

const rules = { username: 'jdoe.smith', productName: 'Careloop', minimumLength: null };

describe('a new password', () => {
  test.each([
    'correct horse battery',
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
