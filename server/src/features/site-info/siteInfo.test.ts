import {
  getSiteAlert,
  getSiteAlertSettings,
  getSiteDocument,
  listSiteDocuments,
  previewSiteDocument,
  saveSiteAlert,
  saveSiteDocument,
  siteTexts,
} from '@careloop/contracts/site-info';
import { frontendVersion, getContext } from '@careloop/contracts/session';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildClient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { loadShippedDocuments, readShippedDocuments } from './loadShippedDocuments.ts';

let app: TestApp;
let manager: Caller;
let reader: Caller;
beforeAll(async () => {
  app = await startTestApp({ SUPPORT_PORTAL_URL: 'https://support.example.org/careloop' });
  manager = await app.as(await buildUser(app.db, { permissions: ['ManageSite', 'ManageInstallation'] }));
  reader = await app.as(await buildUser(app.db));
});
afterAll(() => app.stop());

const releaseNote = 1;

function auditedOf(subjectType: string, subjectId: number) {
  return app.db
    .selectFrom('audit_event')
    .select(['kind', 'action', 'outcome', 'user_id'])
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
    .orderBy('audit_event_id')
    .execute();
}

describe('documents that come with the product', () => {
  test('are loaded once, in order of release', async () => {
    await loadShippedDocuments(app.db);
    await loadShippedDocuments(app.db);
    const { items } = await reader.ok(listSiteDocuments, {});
    const shipped = await readShippedDocuments();
    expect(items.map((item) => item.version).toSorted()).toEqual(shipped.map((one) => one.version_name).toSorted());
    expect(items.every((item) => item.rowVersion === 1)).toBe(true);
    const notes = await reader.ok(listSiteDocuments, { documentType: releaseNote });
    const dates = notes.items.map((item) => item.releaseDate);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(dates.length).toBeGreaterThan(2);
  });

  test('identify this release: the newest notes are those of the frontend', async () => {
    const { releaseNotes, privacyPolicy, termsOfUse, config } = await reader.ok(getContext, {});
    const [release = '', built = ''] = frontendVersion.split('-');
    expect(releaseNotes).toMatchObject({ version: release });
    expect(releaseNotes?.releaseDate.replaceAll('-', '')).toBe(built.split('.')[0]);
    expect(privacyPolicy?.version).toBe('2.1');
    expect(termsOfUse?.version).toBe('3.0');
    expect(config.supportPortalUrl).toBe('https://support.example.org/careloop');
  });

  test('follow their files, unless they were edited here', async () => {
    const { items } = await reader.ok(listSiteDocuments, { documentType: releaseNote });
    const [newest, older] = items;
    const text = (id: number) => reader.ok(getSiteDocument, { siteDocumentId: id, documentType: releaseNote });
    const original = await text(newest?.siteDocumentId ?? 0);
    await app.db.updateTable('site_document').set({ document_text: 'of an older release' }).execute();
    await manager.ok(saveSiteDocument, {
      siteDocumentId: older?.siteDocumentId,
      rowVersion: older?.rowVersion,
      documentType: releaseNote,
      version: older?.version ?? '',
      releaseDate: older?.releaseDate ?? '',
      documentText: 'ours',
    });
    await loadShippedDocuments(app.db);
    expect((await text(newest?.siteDocumentId ?? 0)).documentText).toBe(original.documentText);
    expect((await text(older?.siteDocumentId ?? 0)).documentText).toBe('ours');
  });
});

describe('reading a document', () => {
  test('returns its neighbors, so that one can page through all of them', async () => {
    const { items } = await reader.ok(listSiteDocuments, { documentType: releaseNote });
    const seen: number[] = [];
    let next: number | undefined;
    do {
      const read: { siteDocumentId: number; previousDocument: { siteDocumentId: number } | null } = await reader.ok(
        getSiteDocument,
        { documentType: releaseNote, siteDocumentId: next },
      );
      seen.push(read.siteDocumentId);
      next = read.previousDocument?.siteDocumentId;
    } while (next !== undefined);
    expect(seen).toEqual(items.map((item) => item.siteDocumentId));
    const last = await reader.ok(getSiteDocument, { documentType: releaseNote, siteDocumentId: seen.at(-1) });
    expect(last.previousDocument).toBeNull();
    expect(last.nextDocument).toMatchObject({ siteDocumentId: seen.at(-2), documentType: releaseNote });
  });

  test('returns Markdown, or HTML that is safe to show', async () => {
    const documentText = '# New\n\n<script>alert(1)</script> [x](javascript:alert(1))';
    const { siteDocumentId } = await manager.ok(saveSiteDocument, {
      documentType: 3,
      version: 'hostile',
      releaseDate: '2019-01-01',
      documentText,
    });
    const raw = await reader.ok(getSiteDocument, { documentType: 3, siteDocumentId });
    expect(raw.documentText).toBe(documentText);
    const parsed = await reader.ok(getSiteDocument, { documentType: 3, siteDocumentId, parseMarkdown: true });
    expect(parsed.documentText).toBe(
      '<h2>New</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(1))</p>\n',
    );
  });

  test('can be previewed before saving, by users who may save it', async () => {
    const documentText = '# New\n\n<b>x</b>';
    const preview = await manager.ok(previewSiteDocument, { documentText });
    expect(preview.documentText).toBe('<h2>New</h2>\n<p>&lt;b&gt;x&lt;/b&gt;</p>\n');
    expect(await manager.fail(previewSiteDocument, { documentText: ' ' })).toMatchObject({ code: 'invalid_input' });
    expect(await reader.fail(previewSiteDocument, { documentText })).toMatchObject({ status: 403 });
    expect((await app.nobody.fail(previewSiteDocument, { documentText })).status).toBe(401);
  });

  test('of another type, or a missing one, is not found', async () => {
    const { items } = await reader.ok(listSiteDocuments, { documentType: 2 });
    for (const input of [
      { documentType: releaseNote, siteDocumentId: items[0]?.siteDocumentId },
      { documentType: releaseNote, siteDocumentId: 999_999_999 },
    ]) {
      expect(await reader.fail(getSiteDocument, input)).toMatchObject({
        status: 404,
        code: 'not_found',
        message: siteTexts.documentMissing,
      });
    }
  });

  test('cannot be requested by an unknown type', async () => {
    expect((await reader.fail(getSiteDocument, { documentType: 4 })).code).toBe('invalid_input');
  });

  test('is for every signed-in user', async () => {
    for (const endpoint of [getSiteDocument, listSiteDocuments, getSiteAlert]) {
      expect((await app.nobody.fail(endpoint, { documentType: 1 })).status).toBe(401);
    }
  });
});

describe('saving a document', () => {
  const valid = { documentType: 1 as const, version: '7.0.0', releaseDate: '2030-01-01', documentText: '# Later' };

  test('is for site administrators', async () => {
    expect((await app.nobody.fail(saveSiteDocument, valid)).status).toBe(401);
    expect((await reader.fail(saveSiteDocument, valid)).status).toBe(403);
  });

  test('adds one, changes it in the version that was seen, and is audited', async () => {
    const created = await manager.ok(saveSiteDocument, valid, { 'idempotency-key': 'once-and-again' });
    expect(await manager.ok(saveSiteDocument, valid, { 'idempotency-key': 'once-and-again' })).toEqual(created);
    const changed = declared(saveSiteDocument, { ...valid, ...created, documentText: '# Even later' });
    expect(await manager.ok(saveSiteDocument, changed)).toMatchObject({ rowVersion: 2 });
    const stale = await manager.fail(saveSiteDocument, changed);
    expect(stale).toMatchObject({
      status: 409,
      code: 'stale_version',
      current: { version: 2, changedBy: expect.stringContaining('Robin Reyes') },
    });
    const { documentText } = await reader.ok(getSiteDocument, { documentType: 1 });
    expect(documentText).toBe('# Even later');
    const row = { kind: 'change', outcome: 'ok', user_id: manager.userId };
    expect(await auditedOf('site_document', created.siteDocumentId)).toEqual([
      { ...row, action: 'site_document.created' },
      { ...row, action: 'site_document.changed' },
    ]);
  });

  test('rejects an existing version, and a missing document', async () => {
    await manager.ok(saveSiteDocument, { ...valid, version: '7.0.1' });
    expect((await manager.fail(saveSiteDocument, { ...valid, version: ' 7.0.1 ' })).validationErrors).toEqual({
      version: siteTexts.versionTaken,
    });
    expect((await manager.fail(saveSiteDocument, { ...valid, siteDocumentId: 999_999 })).status).toBe(404);
  });

  test('reports what is wrong, and stores nothing', async () => {
    const before = await app.db.selectFrom('site_document').select('site_document_id').execute();
    expect((await manager.fail(saveSiteDocument, { ...valid, version: ' ' })).validationErrors).toEqual({
      version: siteTexts.versionRequired,
    });
    expect(await app.db.selectFrom('site_document').select('site_document_id').execute()).toEqual(before);
  });
});

describe('the alert', () => {
  const alert = {
    enabled: true,
    severity: 2 as const,
    header: 'Planned maintenance',
    message: 'Saturday from 10 PM to midnight.',
    isForAllClients: true,
    clientIds: [] as number[],
  };
  /** Sets the alert, regardless of its current state. */
  async function set(changes: Partial<Omit<typeof alert, 'severity'>> & { severity?: 1 | 2 | 3 }) {
    const { rowVersion } = await manager.ok(getSiteAlertSettings, {});
    return manager.ok(saveSiteAlert, { ...alert, ...changes, rowVersion });
  }
  beforeEach(() => set({ enabled: false }));

  test('is shown to everyone while it is on', async () => {
    expect(await reader.ok(getSiteAlert, {})).toMatchObject({ alert: null });
    await set({});
    const { alert: shown } = await reader.ok(getSiteAlert, {});
    expect(shown).toEqual({
      id: expect.any(Number) as number,
      enabled: true,
      clientIds: [],
      severity: 2,
      header: alert.header,
      message: alert.message,
    });
    await set({ enabled: false });
    expect(await reader.ok(getSiteAlert, {})).toMatchObject({ alert: null });
  });

  test('is shown to the users of its clients, and to no one else', async () => {
    const [{ clientId }, { clientId: otherId }] = [await buildClient(app.db), await buildClient(app.db)];
    const theirs = await app.as(await buildUser(app.db, { clientId }));
    await set({ isForAllClients: false, clientIds: [clientId, otherId, clientId] });
    const shown = (await theirs.ok(getSiteAlert, {})).alert;
    expect(shown).toMatchObject({ header: alert.header, enabled: true, clientIds: [clientId] });
    expect((await reader.ok(getSiteAlert, {})).alert).toBeNull();
    expect((await manager.ok(getSiteAlertSettings, {})).alert).toMatchObject({ clientIds: [clientId, otherId] });
    await set({ isForAllClients: true, clientIds: [clientId] });
    expect((await reader.ok(getSiteAlert, {})).alert).not.toBeNull();
    expect((await manager.ok(getSiteAlertSettings, {})).alert).toMatchObject({ clientIds: [] });
  });

  test('is new to readers only if its content changes or it is turned on again', async () => {
    const { clientId } = await buildClient(app.db);
    const idNow = async () => (await reader.ok(getSiteAlert, {})).alert?.id ?? 0;
    await set({});
    const first = await idNow();
    await set({});
    await set({ isForAllClients: false, clientIds: [clientId] });
    await set({});
    expect(await idNow()).toBe(first);
    await set({ message: 'Sunday instead.' });
    expect(await idNow()).toBe(first + 1);
    await set({ message: 'Sunday instead.', severity: 1 });
    expect(await idNow()).toBe(first + 2);
    await set({ message: 'Sunday instead.', severity: 1, enabled: false });
    await set({ message: 'Sunday instead.', severity: 1 });
    expect(await idNow()).toBe(first + 3);
  });

  test('is set by site administrators, in the version they saw, and audited', async () => {
    expect((await app.nobody.fail(saveSiteAlert, { ...alert, rowVersion: 1 })).status).toBe(401);
    expect((await reader.fail(saveSiteAlert, { ...alert, rowVersion: 1 })).status).toBe(403);
    expect((await reader.fail(getSiteAlertSettings, {})).status).toBe(403);
    expect((await app.nobody.fail(getSiteAlertSettings, {})).status).toBe(401);
    const { rowVersion } = await set({});
    const stale = await manager.fail(saveSiteAlert, { ...alert, rowVersion: rowVersion - 1 });
    expect(stale).toMatchObject({ status: 409, code: 'stale_version', current: { version: rowVersion } });
    const settings = await manager.ok(getSiteAlertSettings, {});
    expect(settings.alert.changedByFullName).toMatch(/^Robin Reyes/);
    const id = (await reader.ok(getSiteAlert, {})).alert?.id ?? 0;
    expect((await auditedOf('site_alert', id)).at(-1)).toMatchObject({ action: 'site_alert.saved', kind: 'change' });
  });

  test.each([
    [{ header: ' ' }, { header: siteTexts.headerRequired }],
    [{ isForAllClients: false, clientIds: [999_999] }, { clientIds: siteTexts.clientUnknown }],
  ])('reports what is wrong with %j', async (wrong, errors) => {
    const { rowVersion } = await manager.ok(getSiteAlertSettings, {});
    expect((await manager.fail(saveSiteAlert, { ...alert, ...wrong, rowVersion })).validationErrors).toEqual(errors);
    expect(await manager.ok(getSiteAlertSettings, {})).toMatchObject({ rowVersion });
  });
});
