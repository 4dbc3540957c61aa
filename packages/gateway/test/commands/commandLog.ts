import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import {
  castOf,
  eventually,
  type Fixture,
  secretFor,
  startFixture,
  temporaryFolder,
  withKey,
} from '../gatewayFixture.ts';
import { PROMPT, type Sshd, startSshd } from '../sshd.ts';
import { openTerminal, type TerminalClient } from '../terminalClient.ts';

/** A gateway with a real shell, for tests that read the command list. */
export const commandLog = () => {
  let fixture: Fixture;
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(temporaryFolder());
    fixture = await startFixture();
    await untilCommandsAreRead();
  });
  afterAll(async () => {
    await fixture.stop();
    sshd.stop();
  });
  const open = (size = { cols: 80, rows: 24 }) => {
    const secret = secretFor(sshd, { account: withKey(sshd.privateKey) });
    return openTerminal(fixture.gateway.port, fixture.core.offer(secret), size);
  };
  /**
   * Commands are read by a thread that starts with the first session; the end of a session waits for it only
   * briefly.
   */
  const untilCommandsAreRead = async () => {
    const client = await open();
    const { session } = await client.frame('opened');
    await prompts(client, 1);
    client.type('true\r');
    await eventually(() => fixture.core.commandsOf(session.session_id).length === 1);
    client.send({ type: 'close' });
    await client.closed();
  };

  return {
    sshd: () => sshd,
    core: () => fixture.core,
    open,
    /** Runs a user's work, ends the session and returns the commands read off the screen. */
    commandsOf: async (
      work: (client: TerminalClient) => Promise<void>,
      size?: { cols: number; rows: number },
    ) => {
      const client = await open(size);
      const { session } = await client.frame('opened');
      await client.shows(PROMPT);
      await work(client);
      await sleep(200);
      client.send({ type: 'close' });
      const row = await eventually(() => {
        const found = fixture.core.sessions.get(session.session_id);
        return found?.has_replay && found;
      });
      const commands = fixture.core.commandsOf(session.session_id);
      return { commands, inputs: commands.map((command) => command.input), cast: castOf(row.replay!), row };
    },
  };
};

/** Types like a user, key by key. */
export const keys = async (client: TerminalClient, text: string) => {
  for (const key of text) {
    client.type(key);
    await sleep(15);
  }
};

/** Waits until the prompt has appeared this many times. */
export const prompts = (client: TerminalClient, count: number, ms?: number) =>
  client.until(`${count} prompts`, () => client.text().split(PROMPT).length > count, ms);
