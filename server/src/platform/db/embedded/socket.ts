/** Maximum length in bytes of a socket path on all systems, minus the file name. */
const maxFolderLength = 103 - '/.s.PGSQL.65535'.length;

/**
 * Folder of an embedded database's Unix socket: its own data folder, which only its user may enter. A call over the socket
 * costs a quarter less than one over TCP. Undefined on Windows or if the path is too long.
 */
export function socketFolderOf(directory: string): string | undefined {
  return process.platform === 'win32' || Buffer.byteLength(directory) > maxFolderLength ? undefined : directory;
}

/** URL of an embedded database that uses its socket if there is one. */
export function bySocket(url: string, directory: string): string {
  const folder = socketFolderOf(directory);
  return folder === undefined ? url : `${url}?host=${encodeURIComponent(folder)}`;
}
