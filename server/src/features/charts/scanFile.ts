import type { Antivirus } from '../../core/integrations/antivirus/port.ts';
import { ScannerUnavailable } from '../../core/integrations/antivirus/port.ts';
import { RenderError } from '../../platform/rendering/messages.ts';
import type { DocumentRenderer } from '../../platform/rendering/renderer.ts';

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
 * Scans a file for malware, including files embedded in base64, because scanners do not unpack clinical documents.
 * @returns the threat found, or null
 * @throws ScannerUnavailable if it should be retried, TooLargeToScan if that is of no use
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

/** Empty for a file that is too large or too slow to unpack; its embedded file is never shown in that case. */
async function readEmbedded(renderer: DocumentRenderer, { key, path }: ScannedFile): Promise<Uint8Array[]> {
  try {
    return await renderer.ask('embedded', { key, path, kind: 'clinical' }, {});
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    if (error.problem === 'busy') throw new ScannerUnavailable('The file could not be unpacked yet', { cause: error });
    return [];
  }
}
