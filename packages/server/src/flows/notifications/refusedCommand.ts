import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import type { Context } from '../../engine/context.ts';
import { type Draft, draft } from '../../engine/operations/draft.ts';
import type { Row } from '../../engine/resource.ts';
import { isRefused } from '../../resources/terminal/command/index.ts';
import { publishMessage } from './publish.ts';

/** Longest part of a command in a message, in characters. */
const longest = 512;

/** Tells subscribers of a command that was refused in a session. */
export const tellRefusedCommand = (row: Row<typeof command>, { db }: Context): Promise<void> => {
  const { user, asset, account, session } = row;
  const params = { user, asset, account, session, command: row.input.slice(0, longest) };
  return publishMessage({ key: 'command_alert', params }, db, { org: String(row.org_id) });
};

/** Tells of those among reported commands that were refused, without storing any: their storage keeps nothing. */
export const tellRefused = async (reported: readonly unknown[], ctx: Context): Promise<void> => {
  const resource = ctx.engine.resource(command);
  const drafts: Draft[] = [];
  for (const row of reported) drafts.push(await draft(resource, row, undefined, 'create', ctx));
  const refused = drafts.filter(({ errors, values }) => !errors && isRefused(values as Row<typeof command>));
  if (refused.length === 0) return;
  await resource.behaviour.beforeCreate?.(refused, ctx, { alone: false });
  for (const { values } of refused) await tellRefusedCommand(values as Row<typeof command>, ctx);
};
