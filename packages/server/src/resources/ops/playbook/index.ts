import { ENTRY_FILE } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Written } from '../../../engine/resource.ts';
import { createdByCaller, ownTemplates } from '../ownTemplates.ts';
import { addEntries, type PlaybookEntry } from './files.ts';
import { starter } from './starter.ts';

const FILES = 'playbook.files';
const blank: readonly PlaybookEntry[] = [{ path: ENTRY_FILE, bytes: Buffer.from(starter) }];

/** The playbook that this request creates starts with these files instead of a single example. */
export const startWith = (files: readonly PlaybookEntry[], ctx: Context): void => {
  ctx.memo.set(FILES, files);
};

const addFiles = async (rows: Written<typeof playbook>[], ctx: Context): Promise<void> => {
  const files = (ctx.memo.get(FILES) as readonly PlaybookEntry[] | undefined) ?? blank;
  for (const { row, before } of rows) if (!before) await addEntries(row.id, files, ctx.db);
};

/** Playbooks: each user's own, with their files (docs/decisions/0414). */
export const playbookBehaviour = (): Behaviour<typeof playbook> => ({
  visibleTo: ownTemplates,
  beforeWrite: (event) => ({ ...createdByCaller(event), ...(event.before ? {} : { vcs_url: '' }) }),
  afterWrite: addFiles,
  computed: { path: (rows) => rows.map(() => null) },
});
