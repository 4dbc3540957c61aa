import { createHash } from 'node:crypto';
import type { AskedFile, AskedMachine } from '@gatehouse/contract/ops/jobApprovals.ts';
import type { JobSnapshot } from '@gatehouse/contract/ops/jobs.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { allAssets } from '../../../resources/assets/asset/relations.ts';
import type { Asked } from '../../../resources/ops/jobapproval/statements.ts';
import { filesTold } from '../../../resources/ops/playbook/files.ts';
import { parametersOf } from '../variables.ts';

/** A run, or a schedule, as approval is requested for it. */
export type AskedRun = {
  org: string;
  creator: string;
  definition: JobSnapshot;
  parameters: unknown;
  /** Those of its playbook, where they are about to run; otherwise those that the playbook has now. */
  files?: AskedFile[] | undefined;
};

/** The machines as they are now: all that decides where a run connects is in their marks. */
export const machinesNow = (assets: readonly string[], org: string, db: Database): Promise<AskedMachine[]> =>
  db.rows<AskedMachine>(sql`select a.id::text as id, a.name, a.address, encode(sha256(convert_to(
        jsonb_build_array(a.name, a.address, a.protocols, a.platform, a.domain)::text, 'UTF8')), 'hex') as mark
    from ${allAssets} a where a.id = any(${uuids(assets)}) and a.org_id = ${org}::uuid order by a.name, a.id`);

const filesOf = async (
  { definition, creator, files: given }: AskedRun,
  db: Database,
): Promise<AskedFile[]> => {
  const { type, playbook, files = [] } = definition;
  if (type === 'upload_file') return files.map(({ name, ...file }) => ({ path: name, ...file }));
  if (given) return given;
  return type === 'playbook' && playbook ? filesTold({ id: playbook, creator }, db) : [];
};

/** Everything that a second person approves, in a fixed order. */
const allOf = (run: AskedRun, machines: readonly AskedMachine[], files: readonly AskedFile[]): unknown => {
  const { definition: of } = run;
  return [
    ...[run.org, run.creator, of.type ?? 'adhoc', of.name, of.playbook ?? null, of.upload ?? null],
    ...[of.module, of.args, of.chdir, of.runas, of.runas_policy, of.timeout, of.dry_run === true],
    ...[of.canary ?? '', of.canary_next ?? '', of.batch ?? '', of.schedule ?? ''],
    Object.entries(parametersOf(of, run.parameters)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    of.assets.toSorted(),
    machines.map(({ id, mark }) => [id, mark]),
    files.map(({ path, sha256 }) => [path, sha256]),
  ];
};

/** What a request shows as it is now, and the digest that holds all of it. */
export const askedNow = async (run: AskedRun, db: Database): Promise<Asked> => {
  const machines = await machinesNow(run.definition.assets, run.org, db);
  const files = await filesOf(run, db);
  const digest = createHash('sha256')
    .update(JSON.stringify(allOf(run, machines, files)))
    .digest('hex');
  return { machines, files, digest };
};
