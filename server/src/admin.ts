import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { loginIdentityTypes, userTypeLabels } from '@careloop/contracts/codes';
import type { UserType } from '@careloop/contracts/codes';
import { z } from 'zod';

import { verifyAudit } from './audit/chain.ts';
import { inTransaction } from './db/transaction.ts';
import { createUser } from './features/administration/createUser.ts';
import { LinkError, linkIdentityByHand } from './features/session/identities.ts';
import { listDeadJobs } from './jobs/deadJobs.ts';
import { CommandError, runCommand } from './start/command.ts';
import type { CommandDatabase } from './start/commandDatabase.ts';

const usage = `Usage:
  npm run admin -- create-user --username NAME --first-name NAME --last-name NAME --client NAME [--email ADDRESS]
      [--type ${Object.keys(userTypeLabels).join('|')}]   the password is asked for, or read from standard input
  npm run admin -- link-identity USERNAME ISSUER SUBJECT [${loginIdentityTypes.join('|')}]
      lets the user sign in by single sign-on as the subject; replaces what they were at the issuer before
  npm run admin -- verify-audit
  npm run admin -- dead-jobs      what was tried in vain, with the reason`;

const options = z.object({
  username: z.string().regex(/^[\w.@-]{1,20}$/, 'has at most 20 letters, digits and . - _ @'),
  'first-name': z.string().trim().min(1).max(25),
  'last-name': z.string().trim().min(1).max(25),
  client: z.string().trim().min(1).max(100),
  email: z.email('is not an e-mail address').max(50).optional(),
  type: z.enum(Object.keys(userTypeLabels) as [UserType]).default('system_administrator'),
});
const password = z
  .string()
  .min(12, 'The password must have 12 characters at least.')
  .max(75, 'Password cannot exceed 75 characters');

async function createUserCommand({ db }: CommandDatabase, args: string[]): Promise<void> {
  const names = Object.keys(options.shape).map((name) => [name, { type: 'string' as const }]);
  const parsed = options.safeParse(
    parseArgs({ args, options: Object.fromEntries(names) as Record<string, { type: 'string' }> }).values,
  );
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}`);
    throw new CommandError([...problems, usage].join('\n'));
  }
  const secret = password.safeParse(await readPassword());
  if (!secret.success) throw new CommandError(secret.error.issues[0]?.message ?? usage);
  const { username, email, type, client, 'first-name': firstName, 'last-name': lastName } = parsed.data;
  const created = await createUser(db, {
    username,
    password: secret.data,
    firstName,
    lastName,
    email: email ?? null,
    userType: type,
    clientName: client,
  });
  if (created === null) throw new CommandError(`There is a user ${username} already. Nothing was changed.`);
  console.log(`${userTypeLabels[type]} ${username} can sign in now.`);
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

const [command, ...args] = process.argv.slice(2);
await runCommand('admin', (database) => {
  if (command === 'create-user') return createUserCommand(database, args);
  if (command === 'link-identity') return linkIdentityCommand(database, args);
  if (command === 'verify-audit') return verifyAuditCommand(database);
  if (command === 'dead-jobs') return deadJobsCommand(database);
  throw new CommandError(usage);
});
