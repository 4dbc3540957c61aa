import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { forbiddenLines, isPlaybookFile } from '@gatehouse/contract/ops/forbiddenLines.ts';
import type { AskedFile } from '@gatehouse/contract/ops/jobApprovals.ts';
import { ENTRY_FILE } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { PlaybookFiles } from '@gatehouse/contract/wire/machineWork.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { FinalFailure } from '../../platform/jobs/defineJob.ts';
import type { JobRun } from '../../resources/ops/jobexecution/statements.ts';
import { allFilesOf } from '../../resources/ops/playbook/files.ts';
import { runnersSay } from '../../resources/terminal/terminal/relations.ts';
import { packedFilesOf } from '../machineWork/results.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Why no runner carries out playbooks, in the order in which reasons help. */
const reasons = [
  ['no_confinement', 'job_no_confinement'],
  ['no_ansible', 'job_no_ansible'],
] as const;

/** What runners say that they can do with playbooks: whether one carries them out, or the reason why none does. */
export const playbookRunnersOf = async (
  db: Database,
): Promise<'ready' | (typeof reasons)[number][1] | 'run_no_runner'> => {
  const rows = await db.rows<{ playbooks: string | null }>(sql`select r.playbooks from ${runnersSay} r`);
  const said = new Set(rows.map(({ playbooks }) => playbooks));
  if (said.has('confined') || said.has('unconfined')) return 'ready';
  return (
    reasons.find(([ability]) => said.has(ability))?.[1] ??
    (rows.length > 0 ? 'job_no_ansible' : 'run_no_runner')
  );
};

const refuseLines = (files: readonly { path: string; content: Buffer }[]): void => {
  for (const { path, content } of files) {
    const [found] = isPlaybookFile(path) ? forbiddenLines(content.toString('utf8')) : [];
    if (found) throw new FinalFailure('job_playbook_line', { path, line: found.line, word: found.word });
  }
};

/** A playbook as it runs, and what its approval has to cover: exactly these files. */
export type PackedPlaybook = { packed: Buffer; files: AskedFile[] };

/**
 * The files of the playbook of a run, packed, as they are now: later changes do not change the run. Undefined for a
 * run of a command. Throws what keeps the playbook from running.
 */
export const packedPlaybook = async (
  { definition, creator }: JobRun,
  db: Database,
): Promise<PackedPlaybook | undefined> => {
  if (definition.type !== 'playbook') return undefined;
  const ready = await playbookRunnersOf(db);
  if (ready !== 'ready') throw new FinalFailure(ready);
  const files = definition.playbook ? await allFilesOf({ id: definition.playbook, creator }, db) : [];
  if (files.length === 0) throw new FinalFailure('job_playbook_gone');
  if (!files.some(({ path }) => path === ENTRY_FILE))
    throw new FinalFailure('job_playbook_entry', { path: ENTRY_FILE });
  refuseLines(files);
  const contents: PlaybookFiles = files.map(({ path, content }) => ({
    path,
    content: content.toString('base64'),
  }));
  const told = files.map(({ path, content }) => ({
    ...{ path, size: content.length },
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return { packed: await pack(JSON.stringify(contents)), files: told };
};

/** The files of the playbook of some work, for a runner that holds a target of it; undefined: it holds none. */
export const filesForRunner = async (
  wish: { work: string; terminal: string },
  db: Database,
): Promise<PlaybookFiles | undefined> => {
  const packed = await packedFilesOf(wish, db);
  return packed && JSON.parse((await unpack(packed)).toString('utf8'));
};
