import { sql } from 'kysely';

import { computeFigureRows } from '@careloop/server/src/features/reports/computeFigures';
import { refreshReportRows } from '@careloop/server/src/features/reports/refreshReports';
import { hashPassword } from '@careloop/server/src/platform/identity/passwords';

import type { Database, Db } from '@careloop/server/src/platform/db/client';
import type { DocumentStorage } from '@careloop/server/src/platform/storage/storage';
import type { Chart } from './referrals/referrals.ts';

import { addAccessRequests } from './accessRequests.ts';
import { addAppointments } from './appointments.ts';
import { addStandingMembers, CareTeams } from './careTeam.ts';
import { documentTypes, writeNotes } from './clinicalNotes.ts';
import { addClinicalRecord } from './clinicalRecord.ts';
import { Clock } from './clock.ts';
import { addConsultations } from './consultations.ts';
import { addConditions } from './conditionRows.ts';
import { diagnosisCodes, specialtyCodes } from './codes.ts';
import { addOutsideRecords } from './outsideRecords.ts';
import { addRecordCareTeam } from './recordCareTeams.ts';
import { addDocuments } from './documents.ts';
import { addDuplicate } from './duplicates.ts';
import { addEmergencyAccess } from './emergencyAccess.ts';
import { addEncounters } from './encounters.ts';
import { addEnrollments } from './enrollments.ts';
import { addInsurancePlans } from './insurance.ts';
import { addConversations } from './conversations.ts';
import { addOrganizations, zoneOf } from './organization.ts';
import { addPatients } from './patients.ts';
import { Phones } from './places.ts';
import { addPopulations } from './populations.ts';
import { insertUserTypes } from './userTypes.ts';
import { addDirectory } from './directory.ts';
import { addPractices } from './practices.ts';
import { addProviders } from './providers.ts';
import { addReferralProtocols } from './referralProtocols.ts';
import { addReferralReasons } from './referralReasons.ts';
import { addReferrals, findChart } from './referrals/referrals.ts';
import { ensureNamed, Rows } from './rows.ts';
import { addSentCharts } from './sentCharts.ts';
import { addCurrentStays } from './stays.ts';
import { addTasks } from './tasks.ts';
import { addTextMessages } from './textMessages.ts';
import { addUsers, demoPassword } from './users.ts';

export interface FillDeps {
  db: Database;
  storage: Pick<DocumentStorage, 'put'>;
  /** The current time; defaults to the clock. */
  now?: Date;
  log?: { info(details: object, message: string): void };
}

/** Lock id (arbitrary). Without the lock, two concurrent starts would both find the database empty. */
const FILL_LOCK = 7_305_114_910;

/**
 * Fills an empty database with the demo organization in one transaction: the same rows every time, with dates relative
 * to `now`. Does nothing if there is a client.
 */
export async function fillDemo({ db, storage, now = new Date(), log }: FillDeps): Promise<void> {
  const startedAt = performance.now();
  if (await hasClient(db)) return;
  const passwordHash = await hashPassword(demoPassword);
  const counts = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${FILL_LOCK})`.execute(transaction);
    if (await hasClient(transaction)) return null;
    return await fill(transaction, storage, now, passwordHash);
  });
  if (counts === null) return;
  log?.info({ ...counts, ms: Math.round(performance.now() - startedAt) }, 'Filled the demo organization');
}

async function hasClient(db: Db): Promise<boolean> {
  const found = await db.selectFrom('client').select('client_id').limit(1).executeTakeFirst();
  return found !== undefined;
}

async function fill(db: Db, storage: FillDeps['storage'], now: Date, passwordHash: string) {
  const names = await ensureNames(db);
  const rows = new Rows();
  const phones = new Phones();
  const clocks = {
    bayColony: new Clock(now, zoneOf('bayColony')),
    prairieRidge: new Clock(now, zoneOf('prairieRidge')),
  };
  const facilities = addOrganizations(rows, phones);
  const users = addUsers(rows, clocks.bayColony, phones, passwordHash);
  addEnrollments(rows, clocks.bayColony, users, passwordHash);
  const practices = addPractices(rows, phones);
  const providers = addProviders(rows, { users, practices, specialtyIds: names.specialtyIds, phones });
  const plans = addInsurancePlans(rows);
  addDirectory(rows, { providers, clock: clocks.bayColony, planIds: plans.offered });
  const charts: Chart[] = [];
  for (const patient of addPatients(rows, { clocks, phones, providers, plans })) {
    const encounters = addEncounters(rows, patient, { facilities, providers });
    addConditions(rows, patient, encounters);
    addAppointments(rows, patient, encounters);
    const notes = writeNotes(patient, encounters);
    const documents = await addDocuments(rows, storage, names.documentTypeIds, patient, notes);
    addClinicalRecord(rows, patient, documents);
    charts.push({ patient, encounters, documents });
  }
  const recordsOfOthers = findChart(charts, 'Hernández');
  await addOutsideRecords(rows, storage, names.documentTypeIds, recordsOfOthers);
  addRecordCareTeam(rows, recordsOfOthers.patient, providers);
  const teams = new CareTeams();
  const patients = charts.map(({ patient }) => patient);
  addCurrentStays(rows, { patients, facilities, providers, clock: clocks.bayColony });
  addStandingMembers(teams, patients, users);
  addAccessRequests(rows, patients, users);
  addReferrals(rows, { charts, providers, users, teams, ...names });
  addConsultations(rows, { charts, providers, users });
  teams.addRows(rows);
  const staff = { facilities, providers };
  await addDuplicate(rows, { charts, staff, users, storage, documentTypeIds: names.documentTypeIds });
  await addSentCharts(rows, { charts, users, clock: clocks.bayColony, storage });
  addPopulations(rows, patients, users);
  addReferralReasons(rows);
  addReferralProtocols(rows, { users, ...names });
  addTasks(rows, patients, users);
  addTextMessages(rows, patients, users);
  addEmergencyAccess(rows, { patients, teams, users });
  addConversations(rows, { charts, users, clocks });
  await rows.insert(db);
  await insertUserTypes(db);
  await refreshReportRows(db);
  await computeFigureRows(db);
  const counts = {
    patients: rows.count('patient'),
    documents: rows.count('patient_document'),
    referrals: rows.count('referral'),
  };
  await recordFill(db, users.admin.userId, counts);
  return counts;
}

async function ensureNames(db: Db) {
  const specialties = Object.entries(specialtyCodes).map(([name, code]) => ({ name, taxonomy_code: code }));
  const specialtyNames = { name: 'name', id: 'healthcare_provider_specialty_id' };
  const typeNames = { name: 'document_name', id: 'document_type_id' };
  const codeNames = { name: 'code', id: 'coded_concept_id' };
  const codes = Object.entries(diagnosisCodes).map(([code, description]) => ({ code, description, is_billable: true }));
  return {
    specialtyIds: await ensureNamed(db, 'healthcare_provider_specialty', specialtyNames, specialties),
    documentTypeIds: await ensureNamed(db, 'document_type', typeNames, documentTypes),
    diagnosisIds: await ensureNamed(db, 'diagnosis_code', codeNames, codes),
  };
}

async function recordFill(db: Db, userId: number, counts: object): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({ kind: 'change', action: 'demo.filled', outcome: 'ok', user_id: userId, details: JSON.stringify(counts) })
    .execute();
}
