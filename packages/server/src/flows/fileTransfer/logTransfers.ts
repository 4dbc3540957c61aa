import { isProblem, transferFolder, transferTargetIn } from '@gatehouse/contract/ops/fileTransfer.ts';
import { sql } from 'drizzle-orm';
import { displayOf } from '../../engine/context.ts';
import { type Database, uuids } from '../../platform/database.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { type LoggedUpload, logUploads } from '../../resources/audits/ftplog/statements.ts';
import { transfersAmong } from '../../resources/ops/jobexecution/statements.ts';
import { storedUsers } from '../../resources/users/user/statements.ts';

/** A machine of a run that a runner reported; `placed`: how many of the files are there, where the runner says so. */
type Reported = {
  work: string;
  asset: string;
  used: string | null;
  isSuccess: boolean;
  placed: number | null;
};

/** The names of assets and accounts as the log of file transfers shows them, by id. */
const namesOf = async (reported: readonly Reported[], db: Database): Promise<Map<string, string>> => {
  const ids = uuids(reported.flatMap(({ asset, used }) => (used ? [asset, used] : [asset])));
  const rows = await db.rows<{ id: string; name: string }>(
    sql`select a.id::text as id, a.name || '(' || a.address || ')' as name from ${allAssets} a where a.id = any(${ids})
      union all select c.id::text as id, c.name || '(' || c.username || ')' as name from ${allAccounts} c where c.id = any(${ids})`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Notes in the log of file transfers which files went to these machines, as far as their runs transfer files. */
export const logTransfers = async (reported: readonly Reported[], db: Database): Promise<void> => {
  const runs = await transfersAmong([...new Set(reported.map(({ work }) => work))], db);
  if (runs.length === 0) return;
  const byId = new Map(runs.map((run) => [run.id, run]));
  const users = await storedUsers([...new Set(runs.map(({ creator }) => creator))], db);
  const userNames = new Map(users.map((user) => [user.id, displayOf(user)]));
  const names = await namesOf(reported, db);
  const entries = reported.flatMap(({ work, asset, used, isSuccess, placed }): LoggedUpload[] => {
    const run = byId.get(work);
    const target = run && transferTargetIn(run.args);
    if (!run || !target || isProblem(target)) return [];
    const about = {
      ...{ org_id: run.org_id, user: userNames.get(run.creator) ?? '', remote_addr: run.remote_addr },
      ...{ asset: names.get(asset) ?? '', account: names.get(used ?? '') ?? '' },
    };
    return run.files.map(({ name }, at) => ({
      ...{ ...about, filename: `${transferFolder(target)}/${name}` },
      is_success: isSuccess || at < (placed ?? 0),
    }));
  });
  await logUploads(entries, db);
};
