import { readSync } from 'node:fs';

import { fileKeyOf, RenderError } from '../messages.ts';
import type {
  ReceivedPart,
  RenderAction,
  RenderCalls,
  RenderKind,
  RenderReply,
  RenderRequest,
  RenderStart,
} from '../messages.ts';
import type { OpenFile } from './openFile.ts';

// The process that decodes uploaded files. It has no secrets, no database and no network; it gets the bytes of a file and may
// read nothing but its own code (see confinement.ts). If a file crashes a decoder, only this process ends.

/** The user that this process becomes, if it was started by root. */
const user = Number(process.argv[2]);
if (user > 0) {
  process.setgroups?.([user]);
  process.setgid?.(user);
  process.setuid?.(user);
}

/** The pipe on which files arrive. */
const filesPipe = 4;

type Opener = (bytes: Buffer) => OpenFile | Promise<OpenFile>;
/** Each decoder is loaded with the first file of its kind. */
const openers: Record<RenderKind, () => Promise<Opener>> = {
  pdf: async () => (await import('./pdf.ts')).openPdf,
  image: async () => (await import('./twelveBits.ts')).openPicture,
  dicom: async () => (await import('./dicom.ts')).openDicom,
  rtf: async () => (await import('./rtf.ts')).openRtf,
  clinical: async () => (await import('./clinical.ts')).openClinical,
  hl7: async () => (await import('./hl7.ts')).openHl7,
};

/** The file of the last call, kept open because a user pages through one document. */
let current: { key: string; file: OpenFile } | undefined;

async function opened({ id, file: source, byteCounts }: RenderRequest): Promise<OpenFile> {
  const open = await openers[source.kind]();
  tellStarted(id);
  const [bytes] = byteCounts.map(receive);
  if (bytes === undefined) {
    if (current?.key === fileKeyOf(source)) return current.file;
    throw new RenderError('busy', 'the file is not open any more');
  }
  current?.file.close();
  current = undefined;
  const file = await open(bytes);
  current = { key: fileKeyOf(source), file };
  return file;
}

function tellStarted(id: number): void {
  process.send?.({ id, hasStarted: true } satisfies RenderStart);
}

/** Waits for the next file on the pipe. The other end kills this process if it cannot send all of it. */
function receive(byteCount: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(byteCount);
  for (let at = 0; at < byteCount;) {
    const count = readSync(filesPipe, bytes, at, byteCount - at, null);
    if (count === 0) process.exit(1);
    at += count;
  }
  return bytes;
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

async function work(request: RenderRequest): Promise<unknown> {
  const { id, action, input, byteCounts } = request;
  if (action === 'record') {
    const { composeRecord } = await import('./record.ts');
    tellStarted(id);
    const { parts, layout } = input as Inputs['record'];
    const files = byteCounts.map(receive).values();
    const received = parts.map((part): ReceivedPart => {
      if (part.file === undefined) return { ...part, file: undefined };
      return { ...part, file: { kind: part.file.kind, bytes: files.next().value ?? Buffer.alloc(0) } };
    });
    return await composeRecord(received, layout);
  }
  if (action === 'embedded' || action === 'narrative') {
    const { readEmbeddedFiles, readNarrative } = await import('./clinical.ts');
    tellStarted(id);
    const [file] = byteCounts.map(receive);
    if (file === undefined) throw new RenderError('busy', 'the file was not sent');
    return action === 'embedded' ? readEmbeddedFiles(file) : readNarrative(file, input as Inputs['narrative']);
  }
  const output = await answer(await opened(request), action, input);
  if (output === undefined) throw new RenderError('no_page', 'not of this kind of file');
  return output;
}

async function handle(request: RenderRequest): Promise<RenderReply> {
  const { id, file } = request;
  const isOpen = () => current?.key === fileKeyOf(file);
  try {
    const output = await work(request);
    return { id, isOpen: isOpen(), output };
  } catch (error) {
    // After an unexpected error the open file may be in an invalid state.
    const problem = error instanceof RenderError ? error.problem : 'damaged';
    if (!(error instanceof RenderError)) current = undefined;
    const detail = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    return { id, isOpen: isOpen(), problem, detail };
  }
}

process.on('message', (request: RenderRequest) => {
  void handle(request).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
// Most files are PDFs: the decoder is loaded while the process waits for its first call.
void openers.pdf().catch(() => {});
