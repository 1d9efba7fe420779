import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { features } from '@careloop/contracts/access';
import { loginIdentityTypes, userTypeLabels } from '@careloop/contracts/codes';
import { credentialTexts } from '@careloop/contracts/session/credentials';
import { z } from 'zod';

import { verifyAudit } from '../platform/audit/chain.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { readConfig } from '../config/config.ts';
import type { Database } from '../platform/db/client.ts';
import {
  clientSettings,
  encounterFields,
  setClientFeature,
  setClientSetting,
  setEncounterField,
} from '../features/administration/changeClient.ts';
import type { ClientSettingName, EncounterField } from '../features/administration/changeClient.ts';
import { readTaskTemplate, setTaskTemplate } from '../features/administration/setTaskTemplate.ts';
import { createUser, findNewUserPasswordProblem } from '../features/administration/createUser.ts';
import type { NewUser } from '../features/administration/createUser.ts';
import { makeResetLink, resetLifetimeMinutes } from '../features/session/resetPassword.ts';
import { turnOffSecondFactor } from '../features/session/turnOffSecondFactor.ts';
import { setUserActive } from '../features/session/setUserActive.ts';
import { LinkError, linkIdentityByHand } from '../features/session/linkIdentity.ts';
import { listDeadJobs } from '../platform/jobs/deadJobs.ts';
import { CommandError } from '../platform/commandError.ts';
import { runCommand } from './startup/command.ts';
import { encryptDocumentsCommand } from './startup/encryptDocumentsCommand.ts';
import type { CommandDatabase } from './startup/commandDatabase.ts';
import { sessionSecretOf } from './startup/secret.ts';

// A provider is made a user from their directory record.
const userTypes = Object.keys(userTypeLabels).filter((type) => type !== 'provider') as [NewUser['userType']];

const usage = `Usage:
  npm run admin -- create-user --username NAME --first-name NAME --last-name NAME --client NAME [--email ADDRESS]
      [--type ${userTypes.join('|')}]
      [--must-change-password]   the password is asked for, or read from standard input
  npm run admin -- client-setting CLIENT ${Object.keys(clientSettings).join('|')} NUMBER|off
      off is the product's own rule
  npm run admin -- client-feature CLIENT ${features.join('|')} on|off
  npm run admin -- encounter-field CLIENT ${Object.keys(encounterFields).join('|')} on|off
      what the client's encounters show; everything, unless it was switched off
  npm run admin -- task-template CLIENT FILE   adds the task template of a JSON file, or replaces the one of that name
  npm run admin -- reset-link USERNAME   a link to choose a new password, where no email is sent
  npm run admin -- turn-off-second-factor USERNAME   for somebody who lost both phone and recovery codes
  npm run admin -- user-active USERNAME on|off   off ends all sessions at once; on lifts the lock of a long absence
  npm run admin -- link-identity USERNAME ISSUER SUBJECT [${loginIdentityTypes.join('|')}]
      lets the user sign in by single sign-on as the subject; replaces what they were at the issuer before
  npm run admin -- verify-audit   walks the audit's hash chain and names the first altered row
  npm run admin -- encrypt-documents   encrypts documents that are not, and wraps all keys with the first of DOCUMENT_KEYS
  npm run admin -- dead-jobs      what was tried in vain, with the reason`;

const options = z.object({
  username: z.string().regex(/^[\w.@-]{1,20}$/, 'has at most 20 letters, digits and . - _ @'),
  'first-name': z.string().trim().min(1).max(25),
  'last-name': z.string().trim().min(1).max(25),
  client: z.string().trim().min(1).max(100),
  email: z.email('is not an email address').max(50).optional(),
  type: z.enum(userTypes).default('system_administrator'),
});
const longestPassword = 75;

async function createUserCommand({ db }: CommandDatabase, args: string[]): Promise<void> {
  const values = readOptions(args);
  const parsed = options.safeParse(values);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}`);
    throw new CommandError([...problems, usage].join('\n'));
  }
  const { username, email, type, client, 'first-name': firstName, 'last-name': lastName } = parsed.data;
  const user = {
    username,
    password: await readPassword(),
    firstName,
    lastName,
    email: email ?? null,
    userType: type,
    clientName: client,
    mustChangePassword: values['must-change-password'] === true,
  };
  await requireGoodPassword(db, user);
  const created = await createUser(db, user);
  if (created === null) throw new CommandError(`There is a user ${username} already. Nothing was changed.`);
  console.log(`${userTypeLabels[type]} ${username} can sign in now.`);
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: { ...textOptions(), 'must-change-password': { type: 'boolean' } } }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

const textOptions = () =>
  Object.fromEntries(Object.keys(options.shape).map((name) => [name, { type: 'string' as const }])) as Record<
    keyof typeof options.shape,
    { type: 'string' }
  >;

async function requireGoodPassword(db: Database, user: NewUser): Promise<void> {
  if (user.password.length > longestPassword) throw new CommandError(credentialTexts.passwordTooLong);
  const { productName } = readConfig(process.env, { keepsSessions: false });
  const problem = await findNewUserPasswordProblem(db, user, productName);
  if (problem !== null) throw new CommandError(problem);
}

async function clientSettingCommand({ db }: CommandDatabase, args: string[]): Promise<void> {
  const [clientName, name, given, ...others] = args;
  if (clientName === undefined || name === undefined || given === undefined || others.length > 0) {
    throw new CommandError(usage);
  }
  if (!isClientSetting(name)) throw new CommandError(`There is no setting ${name}.\n${usage}`);
  const value = given === 'off' ? null : clientSettings[name].safeParse(given);
  if (value?.success === false) throw new CommandError(value.error.issues[0]?.message ?? usage);
  const isSet = await setClientSetting(db, { clientName, name, value: value?.data ?? null });
  if (!isSet) throw new CommandError(`There is no client ${clientName}. Nothing was changed.`);
  console.log(`${name} of ${clientName} is ${given} now.`);
}

const isClientSetting = (name: string): name is ClientSettingName => Object.hasOwn(clientSettings, name);

async function clientFeatureCommand({ db }: CommandDatabase, args: string[]): Promise<void> {
  const [clientName, name, state, ...others] = args;
  const feature = features.find((known) => known === name);
  const isKnown = feature !== undefined && (state === 'on' || state === 'off') && others.length === 0;
  if (clientName === undefined || !isKnown) throw new CommandError(usage);
  const isSet = await setClientFeature(db, { clientName, feature, isOn: state === 'on' });
  if (!isSet) throw new CommandError(`There is no client ${clientName}. Nothing was changed.`);
  console.log(`${feature} of ${clientName} is ${state} now.`);
}

async function encounterFieldCommand({ db }: CommandDatabase, args: string[]): Promise<void> {
  const [clientName, name, state, ...others] = args;
  const isKnown = (state === 'on' || state === 'off') && others.length === 0;
  if (clientName === undefined || !isEncounterField(name) || !isKnown) throw new CommandError(usage);
  const isSet = await setEncounterField(db, { clientName, field: name, isOn: state === 'on' });
  if (!isSet) throw new CommandError(`There is no client ${clientName}. Nothing was changed.`);
  console.log(`${name} of encounters of ${clientName} is ${state} now.`);
}

const isEncounterField = (name: string | undefined): name is EncounterField =>
  name !== undefined && Object.hasOwn(encounterFields, name);

async function taskTemplateCommand({ db }: CommandDatabase, args: string[]): Promise<void> {
  const [clientName, file, ...others] = args;
  if (clientName === undefined || file === undefined || others.length > 0) throw new CommandError(usage);
  const template = await readTaskTemplate(file);
  const isSet = await setTaskTemplate(db, clientName, template);
  if (!isSet) throw new CommandError(`There is no client ${clientName}. Nothing was changed.`);
  console.log(`${clientName} has the task template ${template.name} now.`);
}

async function resetLinkCommand({ db, dataDir }: CommandDatabase, args: string[]): Promise<void> {
  const [username, ...others] = args;
  if (username === undefined || others.length > 0) throw new CommandError(usage);
  // With the product's own secret: without it the link would open nothing.
  const config = readConfig(process.env);
  const sessionSecret = sessionSecretOf(config, dataDir);
  const portalUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const link = await makeResetLink(db, { sessionSecret, portalUrl, username });
  if (link === null) {
    throw new CommandError(`No active user ${username} has a password and an email address. Nothing was changed.`);
  }
  console.log(`For ${resetLifetimeMinutes} minutes, once: ${link}`);
}

async function turnOffSecondFactorCommand({ db }: CommandDatabase, args: string[]): Promise<void> {
  const [username, ...others] = args;
  if (username === undefined || others.length > 0) throw new CommandError(usage);
  const wasOn = await turnOffSecondFactor(db, username);
  if (!wasOn) throw new CommandError(`No user ${username} has a second factor. Nothing was changed.`);
  console.log(`${username} signs in without a second factor now.`);
}

async function userActiveCommand({ db }: CommandDatabase, args: string[]): Promise<void> {
  const [username, state, ...others] = args;
  const isKnown = (state === 'on' || state === 'off') && others.length === 0;
  if (username === undefined || !isKnown) throw new CommandError(usage);
  const isSet = await setUserActive(db, { username, isActive: state === 'on' });
  if (!isSet) throw new CommandError(`There is no user ${username}. Nothing was changed.`);
  console.log(state === 'on' ? `${username} can sign in again.` : `${username} is signed out and cannot sign in.`);
}

async function readPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, ...(process.stdin.isTTY && { output: process.stdout }) });
  try {
    return process.stdin.isTTY
      ? await terminal.question('Password: ')
      : ((await terminal[Symbol.asyncIterator]().next()).value ?? '');
  } finally {
    terminal.close();
  }
}

const identity = z.tuple([
  z.string().min(1),
  z.url({ protocol: /^https?$/ }),
  z.string().min(1).max(255),
  z.enum(loginIdentityTypes).default('openid_connect'),
]);

async function linkIdentityCommand({ db }: CommandDatabase, args: string[]): Promise<void> {
  const parsed = identity.safeParse(args);
  if (!parsed.success) throw new CommandError(usage);
  const [username, issuer, subject, identityType] = parsed.data;
  await inTransaction(db, (own) => linkIdentityByHand(own, { username, issuer, subject, identityType })).catch(
    (error: unknown) => {
      throw error instanceof LinkError ? new CommandError(`${error.message}. Nothing was changed.`) : error;
    },
  );
  console.log(`${username} can sign in by ${issuer} now.`);
}

async function verifyAuditCommand({ db }: CommandDatabase): Promise<void> {
  const verdict = await verifyAudit(db);
  if (verdict.isIntact) return console.log(`The audit is intact: ${verdict.sealed} sealed rows.`);
  throw new CommandError(`The audit row ${verdict.auditEventId} (link ${verdict.sequence}) is ${verdict.problem}.`);
}

async function deadJobsCommand({ db }: CommandDatabase): Promise<void> {
  const jobs = await listDeadJobs(db, 200);
  for (const job of jobs) console.log(JSON.stringify(job));
  console.log(`${jobs.length} dead jobs.`);
}

type Command = (database: CommandDatabase, args: string[]) => Promise<void>;

const commands = new Map<string, Command>([
  ['create-user', createUserCommand],
  ['client-setting', clientSettingCommand],
  ['client-feature', clientFeatureCommand],
  ['encounter-field', encounterFieldCommand],
  ['task-template', taskTemplateCommand],
  ['reset-link', resetLinkCommand],
  ['turn-off-second-factor', turnOffSecondFactorCommand],
  ['user-active', userActiveCommand],
  ['link-identity', linkIdentityCommand],
  ['verify-audit', verifyAuditCommand],
  ['encrypt-documents', encryptDocumentsCommand],
  ['dead-jobs', deadJobsCommand],
]);

const [name = '', ...args] = process.argv.slice(2);
const command = commands.get(name);
if (command === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  await runCommand('admin', (database) => command(database, args));
}
