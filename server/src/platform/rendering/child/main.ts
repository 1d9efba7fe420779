import { stat } from 'node:fs/promises';

import { renderLimits } from '../limits.ts';
import { RenderError } from '../messages.ts';
import type { RenderAction, RenderCalls, RenderKind, RenderReply, RenderRequest, SourceFile } from '../messages.ts';
import type { OpenFile } from './openFile.ts';

// The process that decodes uploaded files. It has no secrets and no database, and may only read files (see renderer.ts). If
// a file crashes a decoder, only this process ends.

/** Each decoder is loaded with the first file of its kind. */
const openers: Record<RenderKind, (path: string) => Promise<OpenFile>> = {
  pdf: async (path) => (await import('./pdf.ts')).openPdf(path),
  image: async (path) => (await import('./images.ts')).openImage(path),
  dicom: async (path) => (await import('./dicom.ts')).openDicom(path),
  rtf: async (path) => (await import('./rtf.ts')).openRtf(path),
  clinical: async (path) => (await import('./clinical.ts')).openClinical(path),
  hl7: async (path) => (await import('./hl7.ts')).openHl7(path),
};

/** The file of the last call, kept open because a user pages through one document. */
let current: { key: string; file: OpenFile } | undefined;

async function opened({ key, path, kind }: SourceFile): Promise<OpenFile> {
  // The path is part of the key, because an upload is inspected in one folder and then moved to another.
  const name = `${kind} ${key} ${path}`;
  if (current?.key === name) return current.file;
  current?.file.close();
  current = undefined;
  if ((await stat(path)).size > renderLimits.fileBytes) throw new RenderError('too_large');
  const file = await openers[kind](path);
  current = { key: name, file };
  return file;
}

type Inputs = { [Action in RenderAction]: RenderCalls[Action]['input'] };

async function answer(file: OpenFile, action: RenderAction, given: object): Promise<unknown> {
  const input = given as Inputs['page'] & Inputs['find'] & Inputs['html'];
  switch (action) {
    case 'inspect':
      return await file.inspect();
    case 'page':
      return await file.page?.(input.page, input.width, input.window);
    case 'windows':
      return file.windows?.() ?? [];
    case 'text':
      return (await file.text?.()) ?? [];
    case 'words':
      return file.words?.(input.page) ?? [];
    case 'find':
      return (await file.find?.(input.term, input.limit)) ?? [];
    case 'html':
      return await file.html?.(input.contentType ?? '');
    case 'embedded':
    case 'narrative':
    case 'record':
      return undefined;
  }
}

async function handle({ id, action, file, input }: RenderRequest): Promise<RenderReply> {
  try {
    if (action === 'record') {
      const { composeRecord } = await import('./record.ts');
      const { parts, layout } = input as Inputs['record'];
      return { id, output: await composeRecord(parts, layout) };
    }
    if (action === 'embedded') {
      const { readEmbeddedFiles } = await import('./clinical.ts');
      return { id, output: await readEmbeddedFiles(file.path) };
    }
    if (action === 'narrative') {
      const { readNarrative } = await import('./clinical.ts');
      return { id, output: await readNarrative(file.path, input as Inputs['narrative']) };
    }
    const output = await answer(await opened(file), action, input);
    if (output === undefined) throw new RenderError('no_page', 'not of this kind of file');
    return { id, output };
  } catch (error) {
    // After an unexpected error the open file may be in an invalid state.
    const problem = error instanceof RenderError ? error.problem : 'damaged';
    if (!(error instanceof RenderError)) current = undefined;
    return { id, problem, detail: error instanceof Error ? error.message.slice(0, 300) : 'unknown' };
  }
}

process.on('message', (request: RenderRequest) => {
  void handle(request).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
