import { mayNameActedFor, type CallOf, type Endpoint } from '@careloop/contracts/endpoint';

/** The part of some values that an endpoint declares: for tests that give several calls the same input. */
export function declared<E extends Endpoint>(endpoint: E, values: object): CallOf<E> {
  const isTaken = (name: string) =>
    Object.hasOwn(endpoint.input.shape, name) || (name === 'onBehalfOfUserId' && mayNameActedFor(endpoint));
  return Object.fromEntries(Object.entries(values).filter(([name]) => isTaken(name))) as CallOf<E>;
}
