/**
 * Recipients of an event, if its `access` permits. A connection is always in both rooms of its user and in the room of its
 * session; the hub's findSubscription() adds the others.
 */
export type Room =
  | `user:${number}`
  | `self:${number}`
  | `client:${number}`
  | `session:${number}`
  | `coordinators:${number}`;

/** All connections of a user and of those who act for the user. */
export function userRoom(userId: number): Room {
  return `user:${userId}`;
}

/** Only the user's own connections, for what does not extend to those who act for the user. */
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
