import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import { type Fixture, secretFor, withKey } from '../../test/gatewayFixture.ts';
import { openTerminal } from '../../test/terminalClient.ts';
import type { RuleGroup } from '../readCorpus.ts';
import type { Place } from './places.ts';
import { rejecting } from './rejecting.ts';

/** A terminal on a place, with rules in force. */
export type Terminal = {
  /** What was shown so far. */
  text: () => string;
  /** How often the gate took a line back. */
  refusals: () => number;
  type: (bytes: Buffer) => void;
  resize: (size: [columns: number, rows: number]) => void;
  /** Resolves when nothing has been shown for a while, or after a longer one. */
  quiet: (ms?: number, most_ms?: number) => Promise<void>;
  /** Resolves when something is shown after what was typed last, or after a while. */
  answered: (most_ms?: number) => Promise<void>;
  close: () => void;
};

/** How long a screen is quiet that is taken to be at rest. */
const QUIET_MS = 150;
const LOOK_MS = 15;
const READY_MS = 60_000;
/** What the gate writes before each reason. */
const REFUSAL = 'Not run';

/** Opens a terminal whose shell is ready for input. */
export const openOn = async (
  fixture: Fixture,
  place: Place,
  readyFile: string,
  options: { groups: readonly RuleGroup[]; size: [number, number]; encoding: 'utf8' | 'gbk' },
): Promise<Terminal> => {
  const charset = options.encoding === 'gbk' ? 'gbk' : 'utf-8';
  const secret = secretFor(place.target, {
    account: withKey(place.privateKey),
    command_filter_acls: options.groups.map(rejecting),
    platform: { id: 1, name: 'Linux', charset: { value: charset, label: charset }, protocols: [] },
  });
  const [cols, rows] = options.size;
  const client = await openTerminal(fixture.gateway.port, fixture.core.offer(secret), { cols, rows });
  let sent = 0;
  let atTyping = 0;
  const quiet: Terminal['quiet'] = async (ms = QUIET_MS, most_ms = 8_000) => {
    const began = Date.now();
    let seen = client.received();
    for (let since = began; Date.now() - since < ms && Date.now() - began < most_ms; ) {
      await sleep(LOOK_MS);
      if (client.received() === seen) continue;
      seen = client.received();
      since = Date.now();
    }
  };
  const began = Date.now();
  while (!existsSync(readyFile)) {
    if (Date.now() - began > READY_MS || client.closeCode() !== null)
      throw new Error(`no shell: ${client.text()}`);
    await sleep(LOOK_MS);
  }
  await quiet();
  return {
    text: client.text,
    refusals: () => client.text().split(REFUSAL).length - 1,
    type: (bytes) => {
      atTyping = client.received();
      client.socket.send(encodeFrame('input', sent, bytes));
      sent += bytes.length;
    },
    resize: ([columns, lines]) => client.send({ type: 'resize', cols: columns, rows: lines }),
    quiet,
    answered: async (most_ms = 1_000) => {
      for (const since = Date.now(); client.received() === atTyping && Date.now() - since < most_ms; )
        await sleep(LOOK_MS);
    },
    close: () => {
      client.send({ type: 'close' });
      client.drop();
    },
  };
};
