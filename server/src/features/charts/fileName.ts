import { uploadKinds, uploadLimits } from '@careloop/contracts/charts/upload';

/** Invisible characters, and those that change the text direction, which could disguise a name. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** A file name for display, without folders and invisible characters. */
export function cleanFileName(given: string): string {
  // Browsers percent-encode only these three characters in multipart forms.
  const plain = given.replaceAll('%22', '"').replace(/%0[AD]/g, ' ');
  const name = plain.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return name.replace(unseen, '').replace(/\s+/g, ' ').trim();
}

/** The name of a document derived from its file name; `fallback` if that has no letters or digits. */
export function documentNameOf(fileName: string, fallback: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '').trim();
  // Remove a high surrogate left over from cutting a surrogate pair.
  const shortened = stem
    .slice(0, uploadLimits.documentName)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(shortened) ? shortened : fallback;
}

/** The file name for saving a document, with the extension of its content type. */
export function downloadName({ documentName, contentType }: { documentName: string; contentType: string }): string {
  const type = contentType.split(';')[0] ?? '';
  const ending = Object.entries(uploadKinds).find(([known]) => known === type)?.[1].extensions[0] ?? 'bin';
  return `${cleanFileName(documentName).replace(/[<>:"|?*]/g, '_') || 'document'}.${ending}`;
}
