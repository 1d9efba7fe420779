import { uploadKinds, uploadLimits } from '@careloop/contracts/charts/upload';

/** Signs that are not seen, or turn the direction of what follows them: a name must be what it looks like. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** The name of a file as people may read it: without folders and without signs that are not seen. */
export function cleanFileName(given: string): string {
  // Browsers write these three signs so in a form, and only these.
  const plain = given.replaceAll('%22', '"').replace(/%0[AD]/g, ' ');
  const name = plain.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return name.replace(unseen, '').replace(/\s+/g, ' ').trim();
}

/** What a document is called after its file; `fallback` where the name says nothing. */
export function documentNameOf(fileName: string, fallback: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '').trim();
  // Cut through a sign of two halves, the half that is left is taken away.
  const shortened = stem
    .slice(0, uploadLimits.documentName)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(shortened) ? shortened : fallback;
}

/** The name under which a document is saved, with an ending for what it is. */
export function downloadName({ documentName, contentType }: { documentName: string; contentType: string }): string {
  const type = contentType.split(';')[0] ?? '';
  const ending = Object.entries(uploadKinds).find(([known]) => known === type)?.[1].extensions[0] ?? 'bin';
  return `${cleanFileName(documentName).replace(/[<>:"|?*]/g, '_') || 'document'}.${ending}`;
}
