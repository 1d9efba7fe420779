import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { listPatients } from '@careloop/contracts/patients';
import { sample } from '@careloop/server/test/samples';

import { expectAccessible } from '../support/accessibility.ts';
import { databaseUrl, dataDir } from '../support/address.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

// Compares imported sample patients on the screen with their files, which are read here without the importer's
// code.

const folder = sample('fhir', 'synthea-us-core') ?? '';
const names = folder === '' ? [] : readdirSync(folder).filter((name) => name.endsWith('.json.gz'));
const patientFiles = names.filter((name) => !name.startsWith('0-')).slice(0, 4);

interface Coded {
  coding?: { code: string }[];
}
interface RawPatient {
  resourceType: string;
  name: { family: string; given: string[] }[];
  birthDate: string;
  gender: string;
  deceasedDateTime?: string;
  telecom: { system: string; value: string }[];
  address: { line: string[]; city: string; state: string; postalCode?: string }[];
  identifier: { type?: Coded; value: string }[];
  maritalStatus: Coded;
  communication: { language: { text: string } }[];
}

const resourcesOf = (file: string) =>
  (
    JSON.parse(gunzipSync(readFileSync(path.join(folder, file))).toString()) as {
      entry: { resource: { resourceType: string } }[];
    }
  ).entry.map(({ resource }) => resource);

const maritalWords: Record<string, string> = { M: 'Married', S: 'Single', D: 'Divorced', W: 'Widowed' };
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayInWords = (day: string) => {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${date}-${months[Number(month) - 1]}-${year}`;
};

/** Runs the import command as an operator would. @returns its exit code and its output */
async function runImport(paths: readonly string[], documents: string): Promise<[code: number | null, said: string]> {
  const command = spawn(process.execPath, ['server/src/commands/import.ts', ...paths], {
    cwd: path.join(import.meta.dirname, '..', '..'),
    env: { ...process.env, DATABASE_URL: databaseUrl(), DATA_DIR: documents },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [command.stdout, command.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = (await once(command, 'close')) as [number | null];
  return [code, said];
}

async function importSamples(): Promise<void> {
  const documents = await mkdtemp(path.join(tmpdir(), 'careloop-import-'));
  const paths = names
    .filter((name) => name.startsWith('0-') || patientFiles.includes(name))
    .map((name) => path.join(folder, name));
  const [code, said] = await runImport(paths, documents);
  await rm(documents, { recursive: true, force: true });
  expect(code, said).toBe(0);
}

test('imported patients are shown as in their files', async ({ openAs }) => {
  test.skip(folder === '', 'the samples are not on this machine');
  await importSamples();
  const page = await openAs('coordinator');
  for (const file of patientFiles) {
    const resources = resourcesOf(file);
    const patient = resources.find(({ resourceType }) => resourceType === 'Patient') as RawPatient;
    const mrn = patient.identifier.find(({ type }) => type?.coding?.some(({ code }) => code === 'MR'))?.value ?? '';
    const { items } = await call(page.request, listPatients, { searchTerm: mrn });
    expect(items.map((item) => item.mrn)).toEqual([mrn]);
    await page.goto(`/provider/Patient/${items[0]?.patientId}?section=demographics`);

    const [name] = patient.name;
    const [address] = patient.address;
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText(`${name?.family.toUpperCase()}, ${name?.given.join(' ')}`);
    const panel = page.getByRole('tabpanel', { name: /^Demographics/ });
    const fact = (label: string) =>
      panel
        .locator('dl > div')
        .filter({ has: page.getByText(label, { exact: true }) })
        .first()
        .locator('dd');
    await expect(fact('Date of birth')).toContainText(dayInWords(patient.birthDate));
    if (patient.deceasedDateTime === undefined) await expect(panel.getByText('Died', { exact: true })).toHaveCount(0);
    else await expect(fact('Died')).toHaveText(dayInWords(patient.deceasedDateTime));
    await expect(fact('Gender')).toHaveText(new RegExp(`^${patient.gender}$`, 'i'));
    await expect(fact('MRN')).toContainText(mrn);
    // The samples' SSNs have area 999, which is never assigned.
    await expect(fact('SSN')).toHaveText('Not stated');
    await expect(fact('Marital status')).toHaveText(maritalWords[patient.maritalStatus.coding?.[0]?.code ?? ''] ?? '');
    await expect(fact('Language')).toHaveText(patient.communication[0]?.language.text ?? '');
    const phone = patient.telecom.find(({ system }) => system === 'phone')?.value.replaceAll(/\D/g, '') ?? '';
    await expect(fact('Home phone')).toHaveText(phone.replace(/(\d{3})(\d{3})(\d{4})/, '($1) $2-$3'));
    for (const part of [address?.line[0], address?.city, address?.state, address?.postalCode])
      await expect(fact('Address')).toContainText(part ?? '');

    const count = (type: string) => resources.filter(({ resourceType }) => resourceType === type).length;
    const tab = (label: string) => page.getByRole('tab', { name: new RegExp(`^${label}`) });
    await tab('Clinical record').click();
    await expect(tab('Conditions')).toHaveText(`Conditions ${count('Condition')}`);
    await expect(tab('Encounters')).toHaveText(`Encounters ${count('Encounter')}`);
  }
});

test('an administrator sees what an import left out, with the record as it was sent', async ({ openAs }) => {
  const page = await openAs('admin');
  const files = await mkdtemp(path.join(tmpdir(), 'careloop-files-'));
  const file = path.join(files, 'unreadable.hl7');
  await writeFile(
    file,
    [
      'MSH|^~\\&|ADT|HOSP|R|R|20260301120000-0500||ADT^A01|J1|P|2.5.1',
      'PID|1||J77^^^HOSP^MR||Unread^Paula||19610231|F',
      'PV1|1|I|W^1^1||||||||||||||||VJ77|||||||||||||||||||||||||20260301110000-0500',
    ].join('\r'),
  );
  await runImport([file], dataDir());
  await rm(files, { recursive: true });

  await page.goto('/provider/Imports');
  await expect(page.getByText('1 could not be read').first()).toBeVisible();
  await page.getByText('1 could not be read').first().click();
  await expectAccessible(page, 'a run of an import');
  await page.getByRole('link', { name: 'Show what could not be read' }).click();
  await page.getByText('unreadable.hl7').first().click();
  await expect(page.getByText('PID|1||J77^^^HOSP^MR||Unread^Paula||19610231|F')).toBeVisible();
  await expectAccessible(page, 'a record that could not be read');
  await expect(page.getByRole('link', { name: /UNREAD, Paula/i }).first()).toBeVisible();
});
