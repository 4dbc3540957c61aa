import { AppError } from '@gatehouse/contract/errors.ts';
import { ENTRY_FILE } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row, Written } from '../../../engine/resource.ts';
import type { Database } from '../../../platform/database.ts';
import { createdByCaller, ownTemplates } from '../ownTemplates.ts';
import { addEntries, type PlaybookEntry } from './files.ts';
import { repositoryOf } from './repository.ts';
import { starter } from './starter.ts';

const FILES = 'playbook.files';
const blank: readonly PlaybookEntry[] = [{ path: ENTRY_FILE, bytes: Buffer.from(starter) }];

/** The playbook that this request creates starts with these files instead of a single example. */
export const startWith = (files: readonly PlaybookEntry[], ctx: Context): void => {
  ctx.memo.set(FILES, files);
};

const addFiles = async (rows: Written<typeof playbook>[], ctx: Context): Promise<void> => {
  const files = (ctx.memo.get(FILES) as readonly PlaybookEntry[] | undefined) ?? blank;
  for (const { row, before } of rows)
    if (!before && row.create_method !== 'vcs') await addEntries(row.id, files, ctx.db);
};

type Deps = {
  /** The jobs that run these playbooks, by name. */
  jobsWith: (playbooks: readonly string[], db: Database) => Promise<{ playbook: string; name: string }[]>;
};

/** The most jobs named in one refusal. */
const mostNamed = 3;

/** Refuses to delete a playbook that a job runs; clients of the protocol read `msg` (reference 06 §A.7). */
const refuseUsed = async (rows: Row<typeof playbook>[], ctx: Context, { jobsWith }: Deps): Promise<void> => {
  const jobs = await jobsWith(
    rows.map(({ id }) => id),
    ctx.db,
  );
  const [first] = jobs;
  if (!first) return;
  const names = jobs.filter((job) => job.playbook === first.playbook).map((job) => job.name);
  const params = {
    playbook: rows.find(({ id }) => id === first.playbook)?.name ?? '',
    jobs: names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ' …' : ''),
  };
  throw new AppError('playbook_has_job', params, {
    extra: { msg: ctx.t('errors.playbook_has_job', params) },
  });
};

/** Playbooks: each user's own, with their files (docs/decisions/0414). */
export const playbookBehaviour = (deps: Deps): Behaviour<typeof playbook> => ({
  visibleTo: ownTemplates,
  beforeWrite: (event) => ({ ...createdByCaller(event), ...repositoryOf(event) }),
  afterWrite: addFiles,
  beforeDelete: (rows, ctx) => refuseUsed(rows, ctx, deps),
  computed: { path: (rows) => rows.map(() => null) },
});
