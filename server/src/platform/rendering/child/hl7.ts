import { hl7Html } from '../hl7/hl7Html.ts';
import { decodeText } from '../decodeText.ts';
import type { OpenFile } from './openFile.ts';

/** Opens an HL7 version 2 file. */
export function openHl7(bytes: Buffer): OpenFile {
  return {
    inspect: () => Promise.resolve({ pageSizes: [], hasText: true }),
    html: (contentType) => Promise.resolve(hl7Html(decodeText(contentType, bytes))),
    close() {},
  };
}
