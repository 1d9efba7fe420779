import { credentialTexts } from '@careloop/contracts/session/credentials';
import { lockReasonTexts } from '@careloop/contracts/session';
import { expect, test } from 'vitest';
import { errorOfAnswer } from '../../api/errors.ts';
import { stepProblem } from './stepProblem.ts';

const refusal = (validationErrors: Record<string, string>, message?: string) =>
  stepProblem(errorOfAnswer(200, { wasSuccessful: false, code: 'refused', validationErrors, message }));

test('an expired challenge ends the step, in either form of the response', () => {
  const text = credentialTexts.challengeExpired;
  expect(refusal({ '': text }, text)).toMatchObject({ isOver: true, message: text });
  expect(refusal({ challenge: text })).toMatchObject({ isOver: true, message: text });
});

test('a wrong code is shown at its field, and a lockout with its own message', () => {
  const wrong = refusal({ code: credentialTexts.codeWrong });
  expect(wrong).toMatchObject({ isOver: false, fields: { code: credentialTexts.codeWrong } });
  const locked = refusal({ '': lockReasonTexts[4] }, lockReasonTexts[4]);
  expect(locked).toMatchObject({ isOver: false, message: lockReasonTexts[4] });
  expect(locked.fields['code']).toBeUndefined();
});

test('too many requests without a message get a default one', () => {
  const { message } = stepProblem(errorOfAnswer(429, undefined));
  expect(message).toMatch(/\w+\.$/);
});
