import { passes } from '@careloop/contracts/access';
import { realtimeEvents } from '@careloop/contracts/realtime';

import { selfRoom, sessionRoom, userRoom } from './rooms.ts';

import type { Permission } from '@careloop/contracts/access';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import type { Log } from '../db/log.ts';
import type { Room } from './rooms.ts';

/** A user's open connection, as the hub sees it. */
export interface HubConnection {
  readonly userId: number;
  readonly sessionId: number;
  /** Sends an event encoded by encode(). */
  send(frame: string): void;
  /** Ends the connection; with `allowReconnect` the client reconnects and refetches. */
  close(reason: string, allowReconnect: boolean): void;
}

/** Which events a session receives. */
export interface Subscription {
  /** Rooms besides those of the session and its user. */
  rooms: readonly Room[];
  /** The signed-in user's own permissions, checked against an event's `access` (contracts/<domain>/events.ts). */
  permissions: ReadonlySet<Permission>;
}

export interface HubOptions {
  /** Null if the session has ended or the user may no longer connect. */
  findSubscription: (who: { userId: number; sessionId: number }) => Promise<Subscription | null>;
  /** Encodes an event for the wire. */
  encode: (event: string, payload: unknown) => string;
  log: Log;
  /** Default 50; beyond that the oldest connection is closed. */
  maxConnectionsPerUser?: number;
}

/** The connections of this process and the rooms they are in. */
export interface Hub {
  /** Adds a connection and loads its rooms. It receives what is dispatched after this resolves. */
  join(connection: HubConnection): Promise<void>;
  /** Tells an open connection to refetch if something may have been published to its rooms since then (epoch ms). */
  catchUp(connection: HubConnection, readSince: number): void;
  leave(connection: HubConnection): void;
  /** Remembers for a minute that something was published to the rooms, for connections that join later. */
  remember(rooms: readonly Room[]): void;
  /** Whether a connection of this process would receive the event. */
  hasSubscriber(rooms: readonly Room[], event: RealtimeEventName): boolean;
  /** Sends an event once to each connection in the rooms that may receive it. */
  dispatch(rooms: readonly Room[], event: RealtimeEventName, payload: unknown): void;
  /** Closes the session's connections. */
  endSession(sessionId: number): void;
  /** Reloads the rooms of every connection in the user's room, closes those that may not stay, and tells the others. */
  refreshRooms(userId: number): Promise<void>;
  /** After missed notifications: reloads every connection's rooms, and tells those that stay to refetch. */
  resyncAll(): Promise<void>;
  /** Closes every connection for a restart; clients reconnect. */
  closeAll(): void;
  counts(): { connections: number; users: number };
}

/** How long the hub remembers that something was published to a room. */
const rememberedMs = 60_000;

/** How many connections resyncAll() checks at the same time. */
const resyncWidth = 8;

/** Creates an empty hub. It holds no unique state: another process can take over any client. */
export function createHub(options: HubOptions): Hub {
  return new RoomHub(options);
}

class RoomHub implements Hub {
  readonly #options: HubOptions;
  readonly #members = new Map<Room, Set<HubConnection>>();
  readonly #rooms = new Map<HubConnection, ReadonlySet<Room>>();
  readonly #permissions = new WeakMap<HubConnection, ReadonlySet<Permission>>();
  /** The last refresh of each connection. The next one waits for it, so that an older result never wins. */
  readonly #refreshes = new WeakMap<HubConnection, Promise<void>>();
  /** When something was last published to each room, oldest first. */
  readonly #publishedAt = new Map<Room, number>();
  /** Time since which no notification was missed. */
  #completeSince = Date.now();

  constructor(options: HubOptions) {
    this.#options = options;
  }

  async join(connection: HubConnection): Promise<void> {
    this.#makeSpace(connection.userId);
    // Join the rooms of the user and session before loading the others, so that a session end or a change of access in
    // the meantime reaches this connection.
    this.#enter(connection, { rooms: [], permissions: new Set() });
    await this.#refresh(connection);
  }

  catchUp(connection: HubConnection, readSince: number): void {
    const knownSince = Math.max(this.#completeSince, Date.now() - rememberedMs);
    const rooms = [...(this.#rooms.get(connection) ?? [])];
    const isMissing = rooms.some((room) => (this.#publishedAt.get(room) ?? -Infinity) >= readSince);
    if (isMissing || readSince < knownSince) connection.send(this.#emptyFrame('ResyncEvent'));
  }

  leave(connection: HubConnection): void {
    for (const room of this.#rooms.get(connection) ?? []) this.#removeMember(room, connection);
    this.#rooms.delete(connection);
  }

  remember(rooms: readonly Room[]): void {
    const now = Date.now();
    for (const room of rooms) {
      this.#publishedAt.delete(room);
      this.#publishedAt.set(room, now);
    }
    for (const [room, at] of this.#publishedAt) {
      if (at >= now - rememberedMs) break;
      this.#publishedAt.delete(room);
    }
  }

  hasSubscriber(rooms: readonly Room[], event: RealtimeEventName): boolean {
    return this.#subscribersOf(rooms, event).length > 0;
  }

  dispatch(rooms: readonly Room[], event: RealtimeEventName, payload: unknown): void {
    const subscribers = this.#subscribersOf(rooms, event);
    if (subscribers.length === 0) return;
    const frame = this.#options.encode(event, payload);
    for (const connection of subscribers) connection.send(frame);
  }

  #subscribersOf(rooms: readonly Room[], event: RealtimeEventName): HubConnection[] {
    const present = new Set(rooms.flatMap((room) => this.#membersOf(room)));
    return [...present].filter((connection) => this.#mayReceive(connection, event));
  }

  #mayReceive(connection: HubConnection, event: RealtimeEventName): boolean {
    return passes(realtimeEvents[event].access, this.#permissions.get(connection) ?? new Set());
  }

  endSession(sessionId: number): void {
    for (const connection of this.#membersOf(sessionRoom(sessionId))) {
      if (connection.sessionId === sessionId) this.#close(connection, 'The session ended', false);
    }
  }

  async refreshRooms(userId: number): Promise<void> {
    // A page that is still connecting has read its session's context before.
    this.remember([userRoom(userId)]);
    const frame = this.#emptyFrame('AccessChangedEvent');
    const connections = this.#membersOf(userRoom(userId));
    await Promise.all(connections.map(async (connection) => await this.#refreshAndTell(connection, frame)));
  }

  async resyncAll(): Promise<void> {
    this.#completeSince = Date.now();
    const waiting = [...this.#rooms.keys()].values();
    const frame = this.#emptyFrame('ResyncEvent');
    const checkSome = async () => {
      for (const connection of waiting) await this.#refreshAndTell(connection, frame);
    };
    await Promise.all(Array.from({ length: resyncWidth }, checkSome));
  }

  closeAll(): void {
    for (const connection of this.#rooms.keys()) this.#close(connection, 'The server restarts', true);
  }

  counts(): { connections: number; users: number } {
    const users = new Set([...this.#rooms.keys()].map(({ userId }) => userId));
    return { connections: this.#rooms.size, users: users.size };
  }

  #emptyFrame(event: 'AccessChangedEvent' | 'ResyncEvent'): string {
    return this.#options.encode(event, {} satisfies RealtimeEvents[typeof event]);
  }

  async #refreshAndTell(connection: HubConnection, frame: string): Promise<void> {
    await this.#refresh(connection);
    if (this.#rooms.has(connection)) connection.send(frame);
  }

  async #refresh(connection: HubConnection): Promise<void> {
    const refreshed = (this.#refreshes.get(connection) ?? Promise.resolve()).then(() =>
      this.#findSubscription(connection),
    );
    this.#refreshes.set(connection, refreshed);
    await refreshed;
  }

  async #findSubscription(connection: HubConnection): Promise<void> {
    if (!this.#rooms.has(connection)) return;
    try {
      const { userId, sessionId } = connection;
      const subscription = await this.#options.findSubscription({ userId, sessionId });
      if (!this.#rooms.has(connection)) return;
      if (subscription === null) this.#close(connection, 'The session ended', false);
      else this.#enter(connection, subscription);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'The rooms of a realtime connection could not be found');
      this.#close(connection, 'The server could not check your access', true);
    }
  }

  #enter(connection: HubConnection, { rooms, permissions }: Subscription): void {
    const { userId, sessionId } = connection;
    const wanted = new Set([userRoom(userId), selfRoom(userId), sessionRoom(sessionId), ...rooms]);
    for (const room of this.#rooms.get(connection) ?? []) if (!wanted.has(room)) this.#removeMember(room, connection);
    for (const room of wanted) this.#addMember(room, connection);
    this.#rooms.set(connection, wanted);
    this.#permissions.set(connection, permissions);
  }

  #addMember(room: Room, connection: HubConnection): void {
    const members = this.#members.get(room);
    if (members === undefined) this.#members.set(room, new Set([connection]));
    else members.add(connection);
  }

  #removeMember(room: Room, connection: HubConnection): void {
    const members = this.#members.get(room);
    members?.delete(connection);
    if (members?.size === 0) this.#members.delete(room);
  }

  #membersOf(room: Room): HubConnection[] {
    return [...(this.#members.get(room) ?? [])];
  }

  #close(connection: HubConnection, reason: string, allowReconnect: boolean): void {
    this.leave(connection);
    connection.close(reason, allowReconnect);
  }

  #makeSpace(userId: number): void {
    const connections = this.#membersOf(selfRoom(userId));
    const surplus = connections.length + 1 - (this.#options.maxConnectionsPerUser ?? 50);
    // Without reconnecting, which would only push out another connection.
    for (const oldest of connections.slice(0, Math.max(0, surplus))) this.#close(oldest, 'Too many connections', false);
  }
}
