import { keepWorker, serverName } from '../platform/jobs/workers.ts';
import type { Notices } from '../platform/notices.ts';
import { giveBackDeliveries } from '../resources/audits/messagelog/statements.ts';
import type { Services } from './services.ts';

/** Takes over what servers leave behind that are gone, and shows that this one is there; the returned function ends that. */
export const standBy = (
  { jobs, unhurried: db }: Services,
  notices: Notices,
  failed: (error: unknown) => void,
): Promise<() => Promise<void>> =>
  keepWorker(
    serverName,
    { db, notices },
    {
      failed,
      gone: async (server) => {
        await giveBackDeliveries(server, db);
        await jobs.giveBack(server);
      },
    },
  );
