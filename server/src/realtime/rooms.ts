/**
 * Who receives an event, if its `access` permits. A connection is always in both rooms of its user and in that of its session;
 * findSubscription() of the hub adds the rest.
 */
export type Room =
  | `user:${number}`
  | `self:${number}`
  | `client:${number}`
  | `session:${number}`
  | `coordinators:${number}`;

/** Everything that concerns one person, on each of their screens and on those of people who act for them. */
export function userRoom(userId: number): Room {
  return `user:${userId}`;
}

/** The same without those who act for the person: what is not lent to them. */
export function selfRoom(userId: number): Room {
  return `self:${userId}`;
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
