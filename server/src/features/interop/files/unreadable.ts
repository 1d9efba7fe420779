/** Why nothing of a file could be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** A file of a kind that the product is going to read, and does not yet. */
export class NotYetRead extends Error {
  override readonly name = 'NotYetRead';
}
