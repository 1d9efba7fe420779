import { chartTexts } from '@careloop/contracts/charts';
import { viewerTexts } from '@careloop/contracts/charts/viewer';

import { AppError, refused } from '../../platform/errors.ts';
import type { Deps } from '../../core/app.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { RenderError } from '../../platform/rendering/messages.ts';
import type { RenderAction, RenderCalls, RenderKind } from '../../platform/rendering/messages.ts';
import type { Asker } from '../../platform/rendering/renderer.ts';
import { renderKindOf } from './documentFormats.ts';
import type { StoredDocument } from './shared/queries.ts';

/** Dependencies for rendering pages. */
export type DrawDeps = Pick<Deps, 'storage' | 'renderer' | 'pageCache'>;

/** Rendering processes are shared fairly between people, whomever they act for. */
export const askerOf = ({ userId }: Pick<Actor, 'userId'>): string => `user ${userId}`;

/** Version of the rendering; increment it to invalidate cached pages. */
const drawing = 2;

/**
 * Renders a page as an image, and caches it.
 * @throws AppError `refused` with a message for the user, or `unavailable` if a retry may succeed
 */
export async function drawPage(
  deps: DrawDeps,
  document: StoredDocument,
  { page, width, window }: RenderCalls['page']['input'],
  reader: Asker,
): Promise<Uint8Array> {
  if (document.pageSizes !== null && page > document.pageSizes.length) throw refused(viewerTexts.noPage);
  const drawnWith = window === undefined ? '' : `-w${window.width}c${window.center}`;
  const name = `${page}-${width}${drawnWith}-${drawing}.jpg`;
  const kept = await deps.pageCache.get(document.storageKey, name);
  if (kept !== null) return kept;
  const drawn = await askRenderer(deps, document, 'page', { page, width, window }, reader);
  await deps.pageCache.put(document.storageKey, name, drawn);
  return drawn;
}

/** Calls the renderer for a stored document. @throws AppError `refused`, `unavailable` */
export async function askRenderer<Action extends RenderAction>(
  { storage, renderer }: DrawDeps,
  { storageKey, format, fileProblem }: StoredDocument,
  action: Action,
  input: RenderCalls[Action]['input'],
  reader: Asker,
): Promise<RenderCalls[Action]['output']> {
  const kind = openedAs(format, action);
  if (kind === undefined) throw refused(chartTexts.unsupported);
  if (fileProblem !== null) throw refused(viewerTexts[fileProblem]);
  try {
    return await storage.withFile(storageKey, (path) =>
      renderer.ask(action, { key: storageKey, path, kind }, input, reader),
    );
  } catch (error) {
    // The client disconnected; this is not a server error.
    if (reader.signal?.aborted === true) throw refused('The request was canceled.');
    throw error instanceof RenderError ? answerTo(error) : error;
  }
}

/** A message is opened only to be read: it has no pages or words. */
function openedAs(format: StoredDocument['format'], action: RenderAction): RenderKind | undefined {
  if (format === 'xml') return 'clinical';
  return format === 'hl7' && action === 'html' ? 'hl7' : renderKindOf(format);
}

function answerTo(error: RenderError): AppError {
  switch (error.problem) {
    case 'no_page':
      return refused(viewerTexts.noPage);
    case 'busy':
      return new AppError('unavailable', { message: viewerTexts.pageFailed, cause: error });
    case 'crashed':
      return refused(viewerTexts.damaged);
    case 'encrypted':
    case 'damaged':
    case 'twelve_bits':
    case 'unsupported':
    case 'too_large':
    case 'too_slow':
      return refused(viewerTexts[error.problem]);
  }
}
