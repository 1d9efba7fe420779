/** What the database layer needs of a logger; a pino logger and Fastify's `log` fit as they are. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** For tests and commands whose output belongs to their own text. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
