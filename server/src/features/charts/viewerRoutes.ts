import { chartTexts } from '@careloop/contracts/charts';
import {
  downloadDocument,
  findInDocument,
  getDicomWindows,
  getDocument,
  getDocumentPage,
  getDocumentPdf,
  getDocumentText,
  getDocumentThumbnail,
  getDocumentWords,
  mostMatches,
  prepareDocument,
  pageWidths,
  thumbnailWidth,
  viewerTexts,
} from '@careloop/contracts/charts/viewer';
import type { DocumentAddress } from '@careloop/contracts/charts/viewer';
import type { CallOf, InputOf } from '@careloop/contracts/endpoint';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { refused, unauthorizedPatient } from '../../platform/errors.ts';
import { disconnectSignal } from '../../platform/http/disconnectSignal.ts';
import type { App } from '../../core/app.ts';
import { fileRoute } from '../../platform/http/fileRoute.ts';
import type { SentFile } from '../../platform/http/fileRoute.ts';
import { route } from '../../platform/http/route.ts';
import type { Call, SetAuditSubject } from '../../platform/http/route.ts';
import type { Asker } from '../../platform/rendering/renderer.ts';
import { patientSummary } from '../patients/shared/queries/patients.ts';
import { describeFile } from './describeFile.ts';
import { renderKindOf, supportedFormats } from './documentFormats.ts';
import { askerOf, askRenderer, drawPage } from './drawPage.ts';
import type { DrawDeps } from './drawPage.ts';
import { readText } from './documentText.ts';
import { downloadName } from './fileName.ts';
import { createOpenings } from './openings.ts';
import { findDocument, findPatientOfDocument } from './shared/queries.ts';
import type { StoredDocument } from './shared/queries.ts';

interface Opening {
  actor: Actor;
  db: Db;
  input: CallOf<typeof getDocument>;
  setAuditSubject: SetAuditSubject;
}

/** Routes for reading a document: its metadata, pages, text and bytes. */
export function viewerRoutes(app: App): void {
  const openings = createOpenings();

  /** Opens a document to show a part of it. @throws AppError if the actor may not open it, or its file is not clear */
  async function openPart(call: Opening): Promise<StoredDocument> {
    const document = await openDocument(call);
    requireClear(document);
    call.setAuditSubject({ isPart: openings.isOpen(call.actor.sessionId, document.patientDocumentId) });
    addOnceAudited(call, document);
    return document;
  }

  function addOnceAudited({ actor, setAuditSubject }: Opening, { patientDocumentId }: StoredDocument): void {
    setAuditSubject({ onAudited: () => openings.add(actor.sessionId, patientDocumentId) });
  }

  route(app, getDocument, async (call) => {
    const document = await described(app.deps, await openDocument(call), readerOf(call));
    addOnceAudited(call, document);
    const { storageKey: _key, patientId, format, hasText, pageSizes, ...info } = document;
    const { rows } = await patientSummary.from`patient p where p.patient_id = ${patientId}`.execute(call.db);
    const [patient] = rows;
    if (patient === undefined) throw unauthorizedPatient();
    return {
      ...info,
      patient,
      pageCount: info.documentPageCount ?? 1,
      pageSizes: info.fileState === 'clear' ? (pageSizes ?? []) : [],
      supportedFormats: info.fileState === 'clear' ? supportedFormats({ format, hasText, pageSizes }) : [],
    };
  });

  route(app, getDocumentText, async (call) => {
    const document = await openPart(call);
    return await readText(app.deps, document, call.input.returnRawData, readerOf(call));
  });

  route(app, getDocumentWords, async (call) => {
    const document = await openPart(call);
    const { page } = call.input;
    return { lines: await askRenderer(app.deps, document, 'words', { page }, readerOf(call)) };
  });

  route(app, findInDocument, async (call) => {
    const document = await openPart(call);
    const input = { term: call.input.term, limit: mostMatches };
    return { matches: await askRenderer(app.deps, document, 'find', input, readerOf(call)) };
  });

  fileRoute(app, getDocumentPage, async (call) => {
    const document = await openPart(call);
    const wanted = wantedPage(document, call.input);
    return pictureOf(document, await drawPage(app.deps, document, wanted, readerOf(call)));
  });

  route(app, getDicomWindows, async (call) => {
    const document = await openPart(call);
    return { windows: await findWindows(app.deps, document, readerOf(call)) };
  });

  fileRoute(app, getDocumentThumbnail, async (call) => {
    const document = await openPart(call);
    const wanted = { page: call.input.page, width: thumbnailWidth };
    return pictureOf(document, await drawPage(app.deps, document, wanted, readerOf(call)));
  });

  fileRoutes(app, openPart);
}

/** Routes for stored files, and for preparing documents that will probably be opened next. */
function fileRoutes(app: App, openPart: (call: Opening) => Promise<StoredDocument>): void {
  route(app, prepareDocument, async (call) => {
    // This does not count as opening the document, since no content is sent.
    const document = await openDocument(call);
    call.setAuditSubject({ isPart: true });
    requireClear(document);
    if (document.pageSizes === null) return {};
    const wanted = wantedPage(document, { ...call.input, page: 1 });
    await drawPage(app.deps, document, wanted, readerOf(call));
    return {};
  });

  fileRoute(app, getDocumentPdf, async (call) => {
    const document = await openPart(call);
    if (document.format !== 'pdf') throw refused(chartTexts.unsupported);
    return await fileOf(app.deps, document);
  });

  fileRoute(app, downloadDocument, async (call) => {
    const document = await openDocument(call);
    requireClear(document);
    return await fileOf(app.deps, document);
  });
}

/** Who waits for a document, until they leave. */
const readerOf = ({ actor, reply }: Pick<Call<typeof getDocument>, 'actor' | 'reply'>): Asker => ({
  asker: askerOf(actor),
  signal: disconnectSignal(reply),
});

/** The requested page, in one of the rendered widths; for a DICOM file, with the requested window. */
function wantedPage({ format }: StoredDocument, input: InputOf<typeof getDocumentPage>) {
  const { page, windowWidth, windowCenter } = input;
  const width = pageWidths.find((known) => known >= input.width) ?? pageWidths.at(-1) ?? thumbnailWidth;
  const isWindowed = format === 'dicom' && windowWidth !== undefined && windowCenter !== undefined;
  return { page, width, window: isWindowed ? { width: windowWidth, center: windowCenter } : undefined };
}

async function findWindows(deps: DrawDeps, document: StoredDocument, reader: Asker) {
  return document.format === 'dicom' ? await askRenderer(deps, document, 'windows', {}, reader) : [];
}

async function openDocument({ actor, db, input, setAuditSubject }: Opening): Promise<StoredDocument> {
  setAuditSubject({ subjectType: 'patient_document', subjectId: Number(input.patientDocumentId) });
  const { patientDocumentId, referralId, careCoordinatorRequestId } = input as DocumentAddress;
  // As part of one request; a document sent with both is read as sent with the referral.
  const sentWith = referralId === undefined ? { careCoordinatorRequestId } : { referralId };
  const document = await findDocument(db, actor, { patientDocumentId, ...sentWith });
  if (document === undefined) {
    setAuditSubject({ patientId: (await findPatientOfDocument(db, patientDocumentId)) ?? null });
    throw unauthorizedPatient();
  }
  const isSent = Object.values(sentWith).some((value) => value !== undefined);
  setAuditSubject({ patientId: document.patientId, ...(isSent && { details: sentWith }) });
  return document;
}

/** Adds the pages if they have not been counted yet. */
async function described(
  { renderer, storage }: DrawDeps,
  document: StoredDocument,
  reader: Asker,
): Promise<StoredDocument> {
  const isKnown = document.pageSizes !== null || document.fileProblem !== null;
  if (document.fileState !== 'clear' || isKnown || renderKindOf(document.format) === undefined) return document;
  const { storageKey: key, contentType, byteCount } = document;
  const facts = await storage.withFile(key, (path) =>
    describeFile(renderer, { key, path, contentType, byteCount }, reader),
  );
  return {
    ...document,
    format: facts.format,
    hasText: facts.hasText,
    fileProblem: facts.problem,
    pageSizes: facts.pageSizes?.map(([width, height]) => [width, height]) ?? null,
    documentPageCount: facts.pageCount ?? document.documentPageCount,
  };
}

function requireClear({ fileState }: Pick<StoredDocument, 'fileState'>): void {
  if (fileState !== 'clear') throw refused(viewerTexts[fileState]);
}

/** A document as stored. */
async function fileOf({ storage }: DrawDeps, document: StoredDocument): Promise<SentFile> {
  const { storageKey: digest, byteCount } = document;
  const content = await storage.stream(digest);
  return { fileName: downloadName(document), byteCount, digest, content, patientIds: [document.patientId] };
}

const pictureOf = ({ patientId }: StoredDocument, bytes: Uint8Array): SentFile => ({
  fileName: 'page.jpg',
  byteCount: bytes.byteLength,
  content: bytes,
  patientIds: [patientId],
});
