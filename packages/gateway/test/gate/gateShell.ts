import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import { afterAll, beforeAll } from 'vitest';
import {
  eventually,
  type Fixture,
  secretFor,
  startFixture,
  temporaryFolder,
  withKey,
} from '../gatewayFixture.ts';
import { type Sshd, startSshd } from '../sshd.ts';
import { openTerminal, type TerminalClient } from '../terminalClient.ts';

/** A filter with one group of commands. */
export const filterOf = (
  action: CommandFilter['action'],
  content: string,
  changes: Partial<CommandFilter> = {},
): CommandFilter => {
  const name = `${typeof action === 'string' ? action : action.value} ${content.split('\n')[0]}`;
  const group = {
    id: crypto.randomUUID(),
    name: `group ${name}`,
    type: 'command',
    content,
    ignore_case: true,
  };
  return {
    id: crypto.randomUUID(),
    name,
    command_groups: [group as CommandFilter['command_groups'][number]],
    action,
    priority: 50,
    is_active: true,
    ...changes,
  };
};

/** Shells of the test machine; each prompt is `box$ `. */
export const shells = {
  bash: "PS1='box$ '\n",
  dash: "exec env PS1='box$ ' dash -i\n",
  busybox: "exec env PS1='box$ ' busybox ash -i\n",
  zsh: "exec env PS1='box$ ' zsh -f -i\n",
} as const;

/** Rules used by most tests: `forbidden` is rejected. */
export const FORBIDDEN = 'forbidden';

const promptsOf = (client: TerminalClient): number => client.text().split('box$ ').length;

/** Types, and waits for the prompt that follows: what is typed before it is there is no line of the shell yet. */
export const typeUntilPrompt = async (client: TerminalClient, keys: string): Promise<void> => {
  const before = promptsOf(client);
  client.type(keys);
  await client.until(`prompt after ${JSON.stringify(keys)}`, () => promptsOf(client) > before);
};

/** A gateway and a machine whose commands rules decide. */
export const gateShell = () => {
  let fixture: Fixture;
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(temporaryFolder());
    fixture = await startFixture();
  });
  afterAll(async () => {
    await fixture.stop();
    sshd.stop();
  });
  const open = async (
    shell: string = shells.bash,
    filters: CommandFilter[] = [filterOf('reject', FORBIDDEN)],
    size = { cols: 80, rows: 24 },
    charset = 'utf-8',
    language?: string,
  ) => {
    const rc = `HISTFILE=\nbind 'set enable-bracketed-paste on'\ncd "$HOME"\n${shell}`;
    writeFileSync(join(dirname(sshd.home), 'rc'), rc);
    const secret = secretFor(sshd, {
      account: withKey(sshd.privateKey),
      command_filter_acls: filters,
      platform: { id: 1, name: 'Linux', charset: { value: charset, label: charset }, protocols: [] },
    });
    const client = await openTerminal(fixture.gateway.port, fixture.core.offer(secret), {
      ...size,
      ...(language && { language }),
    });
    await client.shows('box$ ');
    const { session } = await client.frame('opened');
    return { client, id: session.session_id, token: secret.id };
  };

  return {
    core: () => fixture.core,
    home: () => sshd.home,
    open,
    /** Runs a user's work, ends the session and returns the rows of its commands. */
    during: async (work: (client: TerminalClient) => Promise<void>, ...options: Parameters<typeof open>) => {
      const { client, id } = await open(...options);
      await work(client);
      await sleep(100);
      client.send({ type: 'close' });
      await eventually(() => fixture.core.sessions.get(id)?.has_replay);
      return { rows: fixture.core.commandsOf(id), text: client.text() };
    },
  };
};
