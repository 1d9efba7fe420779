/**
 * Who receives an event, if its `access` permits. A connection is always in the rooms of its user and its session;
 * findSubscription() of the hub adds the rest.
 */
export type Room = `user:${number}` | `client:${number}` | `session:${number}` | `coordinators:${number}`;

/** Everything that concerns one person, on each of their screens. */
export function userRoom(userId: number): Room {
  return `user:${userId}`;
}

/** Everybody who sees all of a client's patients. */
export function clientRoom(clientId: number): Room {
  return `client:${clientId}`;
}

/** Everybody who works a client's shared queues. */
export function coordinatorsRoom(clientId: number): Room {
  return `coordinators:${clientId}`;
}

/** The tabs of one signed-in browser. */
export function sessionRoom(sessionId: number): Room {
  return `session:${sessionId}`;
}
