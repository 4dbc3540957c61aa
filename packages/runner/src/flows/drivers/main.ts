import { Unreachable } from '@gatehouse/component/platform/http.ts';
import type { HostKeyVerdict } from '@gatehouse/contract/wire/connection.ts';
import { targetFailure } from '../../engine/targetFailure.ts';
import type { Way, Work } from '../../engine/way.ts';
import type { Database } from '../methods.ts';
import type { FromDriver, ToDriver } from './messages.ts';

// The program of a process that holds a database driver: one target at a time arrives as a message (decision 0418).

const ways: Record<Database, () => Promise<Way>> = {
  postgresql: async () => (await import('../../ways/postgresql/postgresql.ts')).overPostgresql,
  mysql: async () => (await import('../../ways/mysql/mysql.ts')).overMysql,
  mongodb: async () => (await import('../../ways/mongodb/mongodb.ts')).overMongodb,
  sqlserver: async () => (await import('../../ways/sqlserver/sqlserver.ts')).overSqlserver,
  oracle: async () => (await import('../../ways/oracle/oracle.ts')).overOracle,
  redis: async () => (await import('../../ways/redis/redis.ts')).overRedis,
};

const tell = (message: FromDriver): void => {
  process.send?.(message);
};

/** Host keys whose verdict is awaited, in the order of their questions. */
const questions: ((verdict: HostKeyVerdict | null) => void)[] = [];

/** Aborted when the work is to be stopped. */
let stopping = new AbortController();

const carryOut = async (database: Database, work: Work): Promise<void> => {
  stopping = new AbortController();
  try {
    const way = await ways[database]();
    const outcome = await way(work, {
      reportHostKey: async (hostKey) => {
        const { promise, resolve } = Promise.withResolvers<HostKeyVerdict | null>();
        questions.push(resolve);
        tell({ hostKey });
        const verdict = await promise;
        if (!verdict) throw new Unreachable('no verdict about the host key');
        return verdict;
      },
      // The runner ends the process when the work is to be stopped.
      signal: new AbortController().signal,
      stop: stopping.signal,
      print: (printed) => tell({ printed }),
      warn: (_detail, warning) => tell({ warning }),
    });
    tell({ outcome });
  } catch (error) {
    const { status, key, params, output, holds } = targetFailure(error, work.connection);
    tell({ failure: { status, key, params, output, holds } });
  }
};

process.on('message', (message: ToDriver) => {
  if ('work' in message) void carryOut(message.database, message.work);
  else if ('stop' in message) stopping.abort();
  else questions.shift()?.(message.verdict);
});
// The runner has gone.
process.on('disconnect', () => process.exit());
