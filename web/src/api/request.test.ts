import { everybody, signedIn } from '@careloop/contracts/access';
import { afterEach, expect, it } from 'vitest';
import { actFor } from './actingFor.ts';
import { requestOf } from './request.ts';

const access = { access: signedIn, isOwn: false };
afterEach(() => actFor(undefined));

it('puts the input of a GET into the query string, with arrays repeated and empty values left out', () => {
  const input = {
    searchTerm: 'O’Neil & Co',
    ids: [1, 2],
    cursor: undefined,
    name: '',
    deep: null,
    showArchived: false,
  };
  expect(requestOf({ method: 'GET', path: '/provider/patients', ...access }, input)).toEqual({
    url: '/api/provider/patients?searchTerm=O%E2%80%99Neil+%26+Co&ids=1&ids=2&showArchived=false',
    body: undefined,
  });
});

it('fills the parameters of the path', () => {
  const endpoint = { method: 'GET', path: '/provider/workQueues/:workQueueId/:status', ...access } as const;
  expect(requestOf(endpoint, { workQueueId: 22, status: 1, page: 2 }).url).toBe('/api/provider/workQueues/22/1?page=2');
  expect(requestOf({ method: 'GET', path: '/x/:name', ...access }, { name: 'a/b' }).url).toBe('/api/x/a%2Fb');
});

it('puts the input of a POST into the body', () => {
  const request = requestOf(
    { method: 'POST', path: '/provider/referrals/comment', ...access },
    { referralId: 1, comment: null },
  );
  expect(request).toEqual({ url: '/api/provider/referrals/comment', body: '{"referralId":1,"comment":null}' });
});

it('names the person acted for, unless the call is about the own session or needs none', () => {
  actFor(7);
  expect(requestOf({ method: 'GET', path: '/x', ...access }, { page: 2 }).url).toBe('/api/x?onBehalfOfUserId=7&page=2');
  expect(requestOf({ method: 'POST', path: '/x', ...access }, { onBehalfOfUserId: 9 }).body).toBe(
    '{"onBehalfOfUserId":9}',
  );
  expect(requestOf({ method: 'GET', path: '/x', access: signedIn, isOwn: true }, {}).url).toBe('/api/x');
  expect(requestOf({ method: 'GET', path: '/x', access: everybody, isOwn: false }, {}).url).toBe('/api/x');
});
