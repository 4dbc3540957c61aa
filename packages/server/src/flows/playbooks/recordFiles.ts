import { createHash } from 'node:crypto';
import { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';

/** Characters of a digest that tell two contents apart. */
const markLength = 12;

/** A content in the log: its size and a mark. Files of playbooks may hold secrets, so that no part of them is recorded. */
const summaryOf = (content: Uint8Array, ctx: Context): string =>
  ctx.t('jobs.playbook.size', {
    bytes: content.length,
    mark: createHash('sha256').update(content).digest('hex').slice(0, markLength),
  });

type Change =
  | { path: string; before: Uint8Array | undefined; after: Uint8Array }
  | { isFolder: boolean; from: string; to: string };

/** Records in the operate log which file of a playbook a user added, saved, renamed or deleted. */
export const recordFile = async (row: Row<typeof playbook>, change: Change, ctx: Context): Promise<void> => {
  const resource = ctx.engine.resource(playbook);
  const diff: Record<string, [string, string]> =
    'path' in change
      ? {
          [ctx.t('jobs.playbook.content', { path: change.path })]: [
            change.before ? summaryOf(change.before, ctx) : '',
            summaryOf(change.after, ctx),
          ],
        }
      : { [ctx.t(`jobs.playbook.${change.isFolder ? 'folder' : 'file'}`)]: [change.from, change.to] };
  await ctx.engine.record([{ action: 'update', resource, row, display: row.name, diff }], ctx);
};
