import { Readable } from 'node:stream';

import { clientLogoLimits, clientLogoTexts as texts } from '@careloop/contracts/administration/clientLogo';

import type { Actor } from '../../../platform/identity/actor.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { RenderError } from '../../../platform/rendering/messages.ts';
import type { SourceFile } from '../../../platform/rendering/messages.ts';
import type { DocumentRenderer } from '../../../platform/rendering/renderer.ts';
import type { DocumentStorage } from '../../../platform/storage/storage.ts';

/** The most pixels of a stored logo: 2.5 by 1.25 inches in print at 320 pixels per inch. */
const stored = { width: 800, height: 400 } as const;

/** The constraint of the table. */
const mostBytes = 200_000;

/** The call's transaction is open meanwhile. */
const drawWithinMs = 8_000;

/** How the accepted formats begin. */
const beginnings = [/^\x89PNG/, /^\xff\xd8\xff/, /^RIFF[^]{4}WEBP/];

interface DrawDeps {
  renderer: DocumentRenderer;
  storage: DocumentStorage;
}

/**
 * Draws an uploaded picture anew as a JPEG on white, in a process without access to anything, so that nothing but its pixels
 * is stored.
 * @throws AppError `invalid_input` for a file that is too large or not a picture
 */
export async function drawLogo(deps: DrawDeps, bytes: Buffer, { userId }: Actor): Promise<Buffer> {
  if (bytes.byteLength > clientLogoLimits.bytes) throw refuse(texts.tooLarge);
  const head = bytes.toString('latin1', 0, 16);
  if (!beginnings.some((one) => one.test(head))) throw refuse(texts.unreadable);
  const file = await deps.storage.receive(Readable.from([bytes]));
  try {
    const asker = { asker: `user ${userId}`, signal: AbortSignal.timeout(drawWithinMs) };
    return await draw(deps.renderer, { key: file.key, path: file.path, kind: 'image' }, asker);
  } catch (error) {
    throw error instanceof RenderError ? refuse(textOf(error)) : error;
  } finally {
    await file.discard();
  }
}

async function draw(
  renderer: DocumentRenderer,
  file: SourceFile,
  asker: { asker: string; signal: AbortSignal },
): Promise<Buffer> {
  const { pageSizes } = await renderer.ask('inspect', file, {}, asker);
  const [width, height] = pageSizes[0] ?? [0, 0];
  if (Math.max(width, height) > clientLogoLimits.side) throw refuse(texts.tooManyPixels);
  // A narrow picture may not be scaled to less than a pixel.
  for (let wanted = Math.min(width, stored.width, Math.ceil((stored.height * width) / height)); ; wanted /= 2) {
    const drawn = await renderer.ask('page', file, { page: 1, width: Math.max(1, Math.floor(wanted)) }, asker);
    if (drawn.byteLength <= mostBytes) return Buffer.from(drawn);
    if (wanted < 2) throw refuse(texts.unreadable);
  }
}

const refuse = (message: string) => invalidInput({ picture: message });

function textOf({ problem }: RenderError): string {
  if (problem === 'too_large') return texts.tooManyPixels;
  return problem === 'busy' ? texts.busy : texts.unreadable;
}
