/** Saves a file on the user's computer. */
export function saveBlob(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start reading the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
