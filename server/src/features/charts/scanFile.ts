import type { Antivirus } from '../../integrations/antivirus/port.ts';
import { ScannerUnavailable } from '../../integrations/antivirus/port.ts';
import { RenderError } from '../../rendering/messages.ts';
import type { DocumentRenderer } from '../../rendering/renderer.ts';

interface ScanDeps {
  renderer: DocumentRenderer;
  antivirus: Antivirus;
}

interface ScannedFile {
  key: string;
  path: string;
  contentType: string;
}

const isXml = (contentType: string) => /[/+]xml\b/.test(contentType);

/**
 * Looks for malware in a file, and in those that it holds in base64: scanners do not unpack clinical documents.
 * @returns what was found; null for nothing
 * @throws ScannerUnavailable when it is to be tried again
 */
export async function scanFile({ renderer, antivirus }: ScanDeps, file: ScannedFile): Promise<string | null> {
  const found = await antivirus.scan(file.path);
  if (found !== null || !isXml(file.contentType)) return found;
  for (const embedded of await readEmbedded(renderer, file)) {
    const threat = await antivirus.scan(Buffer.from(embedded));
    if (threat !== null) return threat;
  }
  return null;
}

/** None of a file that is too large or too slow to unpack: what it holds is then never shown, on any page. */
async function readEmbedded(renderer: DocumentRenderer, { key, path }: ScannedFile): Promise<Uint8Array[]> {
  try {
    return await renderer.ask('embedded', { key, path, kind: 'clinical' }, {});
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    if (error.problem === 'busy') throw new ScannerUnavailable('The file could not be unpacked yet', { cause: error });
    return [];
  }
}
