import { Socket } from 'node:net';

const loopback = /^(?:127\.|::1$|::ffff:127\.|localhost$)/;

type Connect = typeof Socket.prototype.connect;

/** A test that reaches outside this machine fails, and says where it went. */
const connect: Connect = Socket.prototype.connect;

Socket.prototype.connect = function connectToLoopback(this: Socket, ...args: unknown[]) {
  const host = hostOf(args);
  if (host !== undefined && !loopback.test(host)) {
    const error = new Error(`A test tried to reach ${host}; tests stay on this machine`);
    process.nextTick(() => this.destroy(error));
    return this;
  }
  return Reflect.apply(connect, this, args) as Socket;
} as Connect;

/** Node calls it with normalised arguments in an array, callers with options, or with port and host. */
function hostOf(args: unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) {
    return 'host' in first && typeof first.host === 'string' ? first.host : undefined;
  }
  return typeof first === 'number' && typeof second === 'string' ? second : undefined;
}
