import type { ClientBase } from 'pg';
import type { Log } from './log.ts';

/**
 * The role the product's queries run as. It owns nothing and gets its rights from the migrations, so that not even the
 * product's own connection can change or remove an audit row, or change the schema.
 *
 * A managed PostgreSQL may not allow creating a role. The product then runs as the user of DATABASE_URL; the triggers on
 * the audit tables still refuse changes, but the owner could disable them.
 */
export const appRole = 'careloop_app';

const duplicateObject = '42710';
const uniqueViolation = '23505';
const insufficientPrivilege = '42501';

/**
 * Creates the role if allowed, and grants it to the current user.
 * @returns whether the role can be used
 */
export async function ensureAppRole(client: ClientBase, log: Log): Promise<boolean> {
  try {
    if (!(await roleExists(client))) await createRole(client);
    await client.query(`grant ${appRole} to current_user`);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn({}, `The role ${appRole} cannot be created or granted by this database user; working without it`);
    return false;
  }
}

/** Switches a connection to the role, if it exists and is granted to the user. */
const enterAppRoleStatement = `select set_config('role', rolname, false) from pg_roles
  where rolname = '${appRole}' and pg_has_role(session_user, oid, 'MEMBER')`;

export async function enterAppRole(client: ClientBase): Promise<void> {
  await client.query(enterAppRoleStatement);
}

/** Grants the role read and write access to a schema that a library creates and maintains (the job queue's). */
export async function grantSchemaToAppRole(client: ClientBase, schema: string): Promise<void> {
  if (!(await roleExists(client))) return;
  const name = client.escapeIdentifier(schema);
  await client.query(
    `grant all on schema ${name} to ${appRole};
     grant all on all tables in schema ${name} to ${appRole};
     grant all on all sequences in schema ${name} to ${appRole};
     grant execute on all functions in schema ${name} to ${appRole};
     alter default privileges in schema ${name} grant all on tables to ${appRole};
     alter default privileges in schema ${name} grant all on sequences to ${appRole};`,
  );
}

async function roleExists(client: ClientBase): Promise<boolean> {
  const found = await client.query(`select 1 from pg_roles where rolname = '${appRole}'`);
  return found.rows.length > 0;
}

/** Roles are server-wide, so the migration of another database may create it at the same moment. */
async function createRole(client: ClientBase): Promise<void> {
  try {
    await client.query(`create role ${appRole} nologin`);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== duplicateObject && code !== uniqueViolation) throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return (error as { code?: string }).code === insufficientPrivilege;
}
