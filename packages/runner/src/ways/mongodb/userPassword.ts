import { type Db, type Document, MongoServerError } from 'mongodb';
import type { AccountSteps, DatabaseAccount } from '../../engine/databaseAccounts.ts';
import { isStableSecret } from '../../engine/stableSecret.ts';

const ADMIN = 'admin';
const MOST_NAME = 128;
/** Roles that rule over a server, or with which a user could take them. */
const ruling: ReadonlySet<string> = new Set(['root', '__system', 'userAdminAnyDatabase', 'restore']);
/** The same on the database of the server's own users. */
const rulingThere: ReadonlySet<string> = new Set(['userAdmin', 'dbOwner']);

type Role = { role?: unknown; db?: unknown };

/** Whether one of the roles of a user, also of those that its roles contain, rules over the server. */
export const isRuler = ({ roles, inheritedRoles }: Document): boolean =>
  [roles, inheritedRoles]
    .flatMap((some): Role[] => (Array.isArray(some) ? some : []))
    .some(({ role, db }) => {
      const name = String(role);
      return ruling.has(name) || (db === ADMIN && rulingThere.has(name));
    });

/** How the users of a database are changed. Names and passwords are values of commands, never part of a text. */
export const userSteps = (db: Pick<Db, 'command' | 'databaseName'>): AccountSteps<DatabaseAccount> => ({
  isName: (username) => username !== '' && username.length <= MOST_NAME && isStableSecret(username),
  isSecret: isStableSecret,
  read: async (username) => {
    const which = { user: username, db: db.databaseName };
    const { users } = await db.command({ usersInfo: which, showPrivileges: true });
    const [user] = Array.isArray(users) ? users : [];
    return user ? { isAdministrator: isRuler(user) } : undefined;
  },
  // What the user may do is not touched, and a new one may do nothing.
  set: async ({ username, secret }, user) => {
    await db.command(
      user ? { updateUser: username, pwd: secret } : { createUser: username, pwd: secret, roles: [] },
    );
  },
  remove: async (username) => {
    await db.command({ dropUser: username });
  },
  isAnswer: (error) => error instanceof MongoServerError,
});
