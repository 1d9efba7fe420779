/** The reason nothing in a file could be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** A file in a format that is planned but not supported yet. */
export class NotYetRead extends Error {
  override readonly name = 'NotYetRead';
}
