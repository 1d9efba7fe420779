/** Longest path of a socket on any system, less the file's own name. */
const longestFolder = 103 - '/.s.PGSQL.65535'.length;

/**
 * Where an embedded database listens besides 127.0.0.1: in its own data folder, which only its user may enter. A call over a
 * socket costs a quarter less than one over the network. Undefined where there are none, or the path is too long for one.
 */
export function socketFolderOf(directory: string): string | undefined {
  return process.platform === 'win32' || Buffer.byteLength(directory) > longestFolder ? undefined : directory;
}

/** A URL of an embedded database with the way into it that is quickest. */
export function bySocket(url: string, directory: string): string {
  const folder = socketFolderOf(directory);
  return folder === undefined ? url : `${url}?host=${encodeURIComponent(folder)}`;
}
