/**
 * Passed on the command line, so that they follow the release and not the time the folder was created. Durability stays on:
 * committed data survives kill -9 and power loss. Errors are logged without statement and detail, which could contain
 * patient data.
 */
const common = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: '192MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
};

const durable = {
  ...common,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_wal_size: '1GB',
  checkpoint_timeout: '5min',
};

/** For a database that is deleted after a test run or benchmark. */
const throwaway = {
  ...common,
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
};

export type Purpose = 'durable' | 'throwaway';

/**
 * Arguments of `postgres` for a database of this purpose.
 * @param socketFolder folder of its Unix socket, if any
 */
export function serverArguments(purpose: Purpose, socketFolder: string | undefined): string[] {
  const sockets = { unix_socket_directories: socketFolder ?? '', unix_socket_permissions: '0700' };
  const settings = { ...(purpose === 'durable' ? durable : throwaway), ...sockets };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
