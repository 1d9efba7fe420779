import { describe, expect, test } from 'vitest';

import { signedIn } from '../contracts/src/access.ts';
import { nothing, post } from '../contracts/src/endpoint.ts';
import { findEndpoints } from './endpoints.ts';
import { readRepository } from './repositoryFiles.ts';

// What becomes of a call that is repeated because its response was lost (docs/domain/api.md).

const files = readRepository();
const changes = (await findEndpoints(files)).filter(({ method }) => method === 'POST');
type Change = (typeof changes)[number];

const namesOf = (wanted: (change: Change) => boolean) =>
  changes
    .filter(wanted)
    .map(({ name }) => name)
    .toSorted();

/** The routes that a function registers, by the name of their endpoint. */
const routesOf = (kind: string) =>
  files
    .filter(({ name }) => /^server\/src\/features\/.*routes\.ts$/i.test(name))
    .flatMap(({ text }) => [
      ...text.matchAll(new RegExp(String.raw`^ +${kind}\(\s*app,\s*(\w+),[^]*?(?=\n\n|\n\})`, 'gm')),
    ])
    .map(([text, name = '']) => ({ name, text }));

describe('a POST endpoint', () => {
  test('takes a key without saying so, whether or not it names a version', () => {
    const known = { summary: 'Changes.', access: signedIn, authorization: 'own', makesStale: [] } as const;
    expect(post('/nowhere', { ...known, input: nothing, output: nothing }).idempotent).toBe(true);
    expect(post('/nowhere', { ...known, unkeyed: 'same', input: nothing, output: nothing }).idempotent).toBe(false);
  });

  test('takes none only if it has no session, changes nothing or says why', () => {
    const hasReason = ({ access, audit, unkeyed }: Change) =>
      access.kind === 'public' || audit === 'search' || unkeyed !== undefined;
    expect(namesOf((change) => change.idempotent === hasReason(change))).toEqual([]);
    expect(namesOf(({ idempotent }) => idempotent).length).toBeGreaterThan(140);
  });

  test('is repeated without a key, because that changes nothing, only where it concerns the caller alone', () => {
    expect(namesOf(({ unkeyed, authorization }) => unkeyed === 'same' && authorization !== 'own')).toEqual([]);
  });

  test('is a search only if it makes nothing stale', () => {
    expect(namesOf(({ unkeyed, makesStale }) => unkeyed === 'search' && makesStale.length > 0)).toEqual([]);
  });

  test('has a secret only if it has no transaction, and then takes a key only if it is used', () => {
    const secret = routesOf('secretRoute').filter(({ name }) => changes.some((change) => change.name === name));
    const unkeyed = secret.filter(({ text }) => !/\bonce\b/.test(text)).map(({ name }) => name);
    expect(unkeyed.toSorted()).toEqual(namesOf(secretly));
  });

  /** A key of theirs would be ignored. */
  const secretly = ({ unkeyed, name }: Change) =>
    unkeyed === 'secret' || (unkeyed === 'search' && routesOf('secretRoute').some((one) => one.name === name));
});

test('what is stored for a key says nothing about a patient', () => {
  const told = changes
    .filter(({ idempotent }) => idempotent)
    .flatMap(({ name, output }) =>
      textsIn(output.toJSONSchema({ unrepresentable: 'any' }) as Schema).map((text) => `${name}${text}`),
    );
  expect(told.toSorted()).toEqual(
    [
      // The person that the caller has just named.
      'addProxyUser.proxyToAdd.email',
      'addProxyUser.proxyToAdd.firstName',
      'addProxyUser.proxyToAdd.lastName',
      'makeProviderAUser.username',
      // Why one of several was refused.
      'completeWorkQueueItems.results.message',
      'processInvitations.outcomes.message',
      'reopenWorkQueueItems.results.message',
      'saveWorkQueueItemAccess.results.message',
      // Addresses of the directory.
      ...['city', 'label', 'state', 'zipcode', 'address1', 'address2'].map(
        (field) => `saveProviderAddress.address.${field}`,
      ),
      ...['fax', 'locationCode', 'officePhone'].map(
        (field) => `saveProviderAddress.healthcareProviderAddressInfo.${field}`,
      ),
      // Users.
      'sendMessage.addedToCareTeam.firstName',
      'sendMessage.addedToCareTeam.lastName',
      'withdrawReferral.openedBy',
      // Keys and times.
      'sendMessage.conversationKey',
      'sendMessage.dateSent',
      'sendQuickReply.conversationKey',
      'sendQuickReply.dateSent',
      // The name of the file that the caller has just uploaded.
      'uploadDocuments.documents.documentName',
    ].toSorted(),
  );
});

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** Paths of the free texts of an answer. */
function textsIn(schema: Schema, path = ''): string[] {
  const { type, format, properties = {}, items, anyOf = [] } = schema;
  const inner = Object.entries(properties).flatMap(([name, one]) => textsIn(one, `${path}.${name}`));
  const others = [...anyOf, ...(items === undefined ? [] : [items])].flatMap((one) => textsIn(one, path));
  const isText = [type].flat().includes('string') && schema.enum === undefined && schema.const === undefined;
  return [...new Set([...inner, ...others, ...(isText && format === undefined ? [path] : [])])];
}

test('the portal makes a call that takes a key with one', () => {
  const keyed = namesOf(({ idempotent }) => idempotent);
  const calls = files
    .filter(({ name }) => /^web\/src\/(?!api\/).*(?<!\.test)\.tsx?$/.test(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/\b(?:call|uploadFile)\(\s*(\w+),[^]*?\n/g)].map(([line, endpoint = '', at]) => ({
        name,
        endpoint,
        has: text.slice(text.indexOf(line), text.indexOf(line) + 400).includes('idempotencyKey'),
        at,
      })),
    );
  expect(calls.length).toBeGreaterThan(40);
  const without = calls.filter(({ endpoint, has }) => keyed.includes(endpoint) && !has);
  expect(without.map(({ name, endpoint }) => `${name}: ${endpoint}`)).toEqual([]);
});
