import type { command } from '@gatehouse/contract/resources/terminal/command.ts';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import { publishMessage } from './publish.ts';

/** Longest part of a command in a message, in characters. */
const longest = 512;

/** Tells subscribers of a command that was refused in a session. */
export const tellRefusedCommand = (row: Row<typeof command>, { db }: Context): Promise<void> => {
  const { user, asset, account, session } = row;
  const params = { user, asset, account, session, command: row.input.slice(0, longest) };
  return publishMessage({ key: 'command_alert', params }, db, { org: String(row.org_id) });
};
