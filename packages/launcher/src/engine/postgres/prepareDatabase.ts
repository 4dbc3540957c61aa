import pg from 'pg';

/** The server's role: owner of its own database, nothing more. */
export interface ApplicationRole {
  database: string;
  role: string;
  password: string;
}

/**
 * Ensures that the server's role exists with the stored password, and that its database and the one for checks of
 * backups exist and are not open to every role.
 */
export const prepareDatabase = async (adminUrl: string, application: ApplicationRole): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = client.escapeIdentifier(application.role);
    const hasRole = await client.query('select from pg_roles where rolname = $1', [application.role]);
    const verb = hasRole.rowCount ? 'alter' : 'create';
    await client.query(
      `${verb} role ${role} login nosuperuser nocreatedb nocreaterole password ${client.escapeLiteral(application.password)}`,
    );
    // Backups are tried in the second one.
    for (const name of [application.database, `${application.database}_check`]) {
      const database = client.escapeIdentifier(name);
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
      if (!rowCount) await client.query(`create database ${database} owner ${role}`);
      await client.query(`revoke connect on database ${database} from public`);
    }
  } finally {
    await client.end();
  }
};
