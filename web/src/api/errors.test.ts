import { errorTexts } from '@careloop/contracts/result';
import { describe, expect, it } from 'vitest';
import {
  accessDeniedReason,
  ApiError,
  errorOfAnswer,
  errorWithoutAnswer,
  frontendReference,
  toApiError,
} from './errors.ts';

const now = 1_750_000_000_000;
const refusal = { wasSuccessful: false, code: 'refused', validationErrors: {} } as const;

describe('a reference', () => {
  it('is FE- and the seconds in base 36, with -TO for timeouts', () => {
    expect(frontendReference(now, false)).toBe('FE-sxwkn4');
    expect(frontendReference(now, true)).toBe('FE-sxwkn4-TO');
  });
});

describe('a failed response', () => {
  it('prefers errorMessage, then message, then the general error, then the fields', () => {
    const message = (failure: object) => errorOfAnswer(200, { ...refusal, ...failure }, now).message;
    expect(message({ errorMessage: 'a', message: 'b' })).toBe('a');
    expect(message({ message: 'b', validationErrors: { general: 'c' } })).toBe('b');
    expect(message({ validationErrors: { name: 'd', general: 'c' } })).toBe('c');
    expect(message({ validationErrors: { name: 'd', '': 'e' } })).toBe('e');
    expect(message({ validationErrors: { name: 'd', phone: 'f' } })).toBe('d f');
    expect(message({})).toBe(errorTexts.processing);
  });

  it('keeps the code, the field errors and the current version of the row', () => {
    const current = { version: 3, changedByUserId: 2, changedBy: 'Dana Ortiz', changedAt: null, what: 'Accepted' };
    const error = errorOfAnswer(409, { ...refusal, code: 'stale_version', current }, now);
    expect(error).toMatchObject({ code: 'stale_version', status: 409, current });
  });

  it('for an internal error shows the fixed text and keeps the reference', () => {
    const error = errorOfAnswer(500, { ...refusal, code: 'internal', message: 'secret', reference: 'r-1' }, now);
    expect(error).toMatchObject({ message: errorTexts.server, reference: 'r-1', isTimeout: false });
  });

  it('without our JSON body is classified by its status', () => {
    expect(errorOfAnswer(502, undefined, now)).toMatchObject({ code: 'internal', isTransient: true, isTimeout: false });
    expect(errorOfAnswer(403, undefined, now)).toMatchObject({ code: 'forbidden', isSilent: false });
  });

  it.each([503, 504])('%d counts as a timeout', (status) => {
    const error = errorOfAnswer(status, { ...refusal, reference: 'r-2' }, now);
    expect(error).toMatchObject({ reference: 'r-2-TO', isTimeout: true, isTransient: true });
  });

  it('for a full disk shows the server message and is not retried', () => {
    const body = { ...refusal, code: 'storage_full' as const, message: errorTexts.storageFull, reference: 'r-3' };
    expect(errorOfAnswer(503, body, now)).toMatchObject({
      message: errorTexts.storageFull,
      reference: 'r-3',
      isTransient: false,
    });
    const away = { ...body, code: 'documents_unavailable' as const, message: errorTexts.documentsAway };
    expect(errorOfAnswer(503, away, now)).toMatchObject({
      message: errorTexts.documentsAway,
      isTimeout: false,
      isTransient: true,
    });
  });

  it('401 is silent', () => {
    expect(errorOfAnswer(401, undefined, now)).toMatchObject({ code: 'unauthenticated', isSilent: true });
  });

  it('401 says that the session had ended, unless the server has its own words', () => {
    const words = 'Your session had ended. Please try again.';
    expect(errorOfAnswer(401, undefined, now).message).toBe(words);
    const body = { ...refusal, code: 'unauthenticated' as const, errorMessage: errorTexts.processing };
    expect(errorOfAnswer(401, body, now).message).toBe(words);
    expect(errorOfAnswer(401, { ...body, errorMessage: 'Wrong password.' }, now).message).toBe('Wrong password.');
  });
});

describe('a call without a response', () => {
  it('is silent when the caller aborted it', () => {
    expect(errorWithoutAnswer(new DOMException('', 'AbortError'), now)).toMatchObject({
      code: 'aborted',
      isSilent: true,
    });
  });

  it('is a timeout when it took too long, else a network error', () => {
    const timeout = errorWithoutAnswer(new DOMException('', 'TimeoutError'), now);
    expect(timeout).toMatchObject({ code: 'timeout', isTimeout: true });
    expect(errorWithoutAnswer(new TypeError('Failed to fetch'), now)).toMatchObject({
      code: 'network',
      isTransient: true,
      isSilent: false,
    });
  });
});

describe('the reason for denied access to a patient', () => {
  const denied = (validationErrors: Record<string, string>) =>
    accessDeniedReason(errorOfAnswer(200, { ...refusal, validationErrors }, now));

  it('is the number under "unauthorized"', () => {
    expect(denied({ unauthorized: '3' })).toBe(3);
    expect(denied({ unauthorized: 'whatever' })).toBe(1);
    expect(denied({ name: 'x' })).toBeUndefined();
    expect(accessDeniedReason(new Error('x'))).toBeUndefined();
  });
});

it('turns any thrown value into an ApiError without its message', () => {
  const error = toApiError(new TypeError('x is undefined'), now);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'internal', message: errorTexts.server });
  expect(toApiError(error)).toBe(error);
});
