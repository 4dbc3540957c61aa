import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import oracledb from 'oracledb';
import {
  type DatabaseFacts,
  type DatabaseSession,
  type OpenDatabase,
  onDatabase,
} from '../../engine/database.ts';
import { removeAccount, setAccountSecret } from '../../engine/databaseAccounts.ts';
import { openLoopbackDoor } from '../../engine/loopbackDoor.ts';
import { placeOf, TargetFailure } from '../../engine/targetFailure.ts';
import type { Way } from '../../engine/way.ts';
import { type Ask, userSteps } from './userPassword.ts';

const CONNECT_SECONDS = 20;
/** Wrong name or password, and a locked or expired account. */
const refusals = new Set(['ORA-01017', 'ORA-01005', 'ORA-28000', 'ORA-28001']);
/** The password was accepted, but the user may not open a session. */
const NO_SESSION = 'ORA-01045';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const isAnswer = (error: unknown): boolean => codeOf(error).startsWith('ORA-');

const isSysdba = ({ platform, protocol }: ConnectionSecret): boolean =>
  platform.protocols.find(({ name }) => name === protocol)?.setting.sysdba === true;

/** The service in a connect string, where other characters would say something else. */
const serviceOf = ({ database }: DatabaseFacts, connection: ConnectionSecret): string => {
  if (/^[\w.$#-]{1,128}$/.test(database)) return database;
  throw new TargetFailure('failed', 'machine_work_failed', {
    ...placeOf(connection),
    detail: `no service name: ${database}`,
  });
};

const signIn = async (
  facts: DatabaseFacts,
  { socket }: OpenDatabase,
  connection: ConnectionSecret,
): Promise<DatabaseSession> => {
  const service = serviceOf(facts, connection);
  const door = await openLoopbackDoor(async () => socket);
  try {
    const session = await oracledb.getConnection({
      ...{ user: facts.user, password: facts.password },
      // The thin mode: nothing of Oracle is needed on the machine of the runner.
      connectString:
        `(DESCRIPTION=(CONNECT_TIMEOUT=${CONNECT_SECONDS})(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT=${door.port}))` +
        `(CONNECT_DATA=(SERVICE_NAME=${service})))`,
      ...(isSysdba(connection) && { privilege: oracledb.SYSDBA }),
    });
    const ask: Ask = async (sql, parameters = {}) => (await session.execute(sql, parameters)).rows ?? [];
    return {
      version: async () => session.oracleServerVersionString,
      accounts: async () =>
        (await ask('select username from all_users where rownum <= 10000 order by 1')).map(([name]) =>
          String(name),
        ),
      setSecret: (change, isPush) => {
        const isOwn = change.username.toUpperCase() === facts.user.toUpperCase();
        const own = !isPush && isOwn ? facts.password : undefined;
        return setAccountSecret(userSteps(ask, isAnswer, own), facts, change, isPush);
      },
      removeAccount: (username) => removeAccount(userSteps(ask, isAnswer, undefined), facts, username),
      close: () => session.close(),
    };
  } finally {
    door.close();
  }
};

/** Works on an Oracle database. */
export const overOracle: Way = (work, deps) =>
  onDatabase(work, deps, {
    signIn: (facts, open) => signIn(facts, open, work.connection),
    isRefusal: (error) => refusals.has(codeOf(error)),
    isAnswer: (error) => isAnswer(error) || error instanceof TargetFailure,
    isAccepted: (error) => codeOf(error) === NO_SESSION,
  });
