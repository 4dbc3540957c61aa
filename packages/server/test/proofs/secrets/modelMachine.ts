import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerChannel } from 'ssh2';
import { onTestFinished } from 'vitest';
import { startSshServer } from '../../../../gateway/test/sshServer.ts';
import type { Step } from './faults.ts';
import { type Relay, startRelay } from './relay.ts';

/** A machine with an account whose secret is changed, behind a relay of its own. */
export type Machine = {
  account: string;
  /** Secret of the account with which changes are made. */
  root: string;
  relay: Relay;
  /** A change or a search begins. */
  begin: (as: 'change' | 'search') => void;
  /** Whether it is at work on something. */
  isBusy: () => boolean;
  /** Whether the account can sign in with a secret. */
  accepts: (secret: string) => Promise<boolean>;
};

/** One that the test plays. */
export type ModelMachine = Machine & {
  /** Users that were removed from it, each time that they were. */
  removed: () => string[];
};

/** Tells that the change of an account has come to a step, and waits for what happens there. */
export type Reach = (account: string, step: Step) => Promise<void>;

/** Programs of the machine: they stand in for its own, and pass on the passwords that they are given. */
const programs = {
  chpasswd: '#!/bin/sh\ncat > "$PASSWORDS"\n',
  id: '#!/bin/sh\ncase "$1" in -u) [ "$2" ] && echo 70000 || echo 0 ;; *) ! grep -qx "$1" "$GONE" ;; esac\n',
  userdel: '#!/bin/sh\necho "$1" >> "$GONE"\n',
};

/** A folder with the programs of all machines of a test. */
export const machinePrograms = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-machines-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
};

/** Carries out a script in a real shell; returns what it printed and the passwords that it set. */
const carryOut = (folder: string, gone: string, command: string, script: string) =>
  new Promise<{ printed: string; lines: string[] }>((resolve) => {
    const passwords = join(folder, randomBytes(6).toString('hex'));
    writeFileSync(passwords, '');
    const shell = spawn(command, [], {
      env: { PATH: `${folder}:/usr/bin:/bin`, PASSWORDS: passwords, GONE: gone },
    });
    let printed = '';
    shell.stdout.on('data', (data: Buffer) => {
      printed += data.toString();
    });
    shell.on('close', () => {
      const lines = readFileSync(passwords, 'utf8').split('\n');
      rmSync(passwords);
      resolve({ printed, lines });
    });
    shell.stdin.on('error', () => undefined).end(script);
  });

const inputOf = (channel: ServerChannel): Promise<string | undefined> =>
  new Promise((resolve) => {
    let text = '';
    channel.on('data', (data: Buffer) => {
      text += data.toString();
    });
    channel.on('end', () => resolve(text));
    // What was cut off before all of it was there is not carried out.
    channel.on('close', () => resolve(undefined));
  });

/**
 * A machine that carries out what it gets in a real shell, and tells each step. What it has begun it carries on with,
 * whether its client is still there or not.
 */
export const startModelMachine = async (
  { account, secret, root, folder }: { account: string; secret: string; root: string; folder: string },
  reach: Reach,
): Promise<ModelMachine> => {
  const passwords = new Map([
    ['root', root],
    [account, secret],
  ]);
  const gone = join(folder, `gone-${randomBytes(6).toString('hex')}`);
  writeFileSync(gone, '');
  let [phase, connections, busy] = ['change' as 'change' | 'search', 0, 0];
  const work = async (channel: ServerChannel, command: string): Promise<void> => {
    const script = await inputOf(channel);
    if (script === undefined) return;
    await reach(account, 'asked');
    const { printed, lines } = await carryOut(folder, gone, command, script);
    for (const line of lines) {
      const [user = '', ...rest] = line.split(':');
      if (passwords.has(user)) passwords.set(user, rest.join(':'));
    }
    await reach(account, 'set');
    channel.write(printed);
    channel.exit(0);
    channel.end();
  };
  const machine = await startSshServer({
    login: (context) => {
      const decide = () => {
        const { method, username } = context;
        if (method === 'password' && passwords.get(username) === context.password) context.accept();
        else context.reject(['password']);
      };
      if (context.method !== 'password' || context.username === 'root' || phase === 'search') return decide();
      void reach(account, 'proving').then(decide);
    },
    exec: (channel, command) => {
      busy += 1;
      channel.on('error', () => undefined);
      void work(channel, command).finally(() => {
        busy -= 1;
      });
    },
  });
  onTestFinished(machine.stop);
  const relay = await startRelay({ port: machine.port, host: '127.0.0.1' }, async () => {
    connections += 1;
    if (connections > 1) return;
    await reach(account, phase === 'search' ? 'searched' : 'signing in');
  });
  return {
    ...{ account, root, relay },
    begin: (as) => {
      [phase, connections] = [as, 0];
    },
    isBusy: () => busy > 0 || relay.links().length > 0,
    accepts: async (tried) => passwords.get(account) === tried,
    removed: () => readFileSync(gone, 'utf8').split('\n').slice(0, -1),
  };
};

/** Waits until none of the machines is at work. */
export const untilIdle = async (machines: readonly Machine[]): Promise<void> => {
  while (machines.some(({ isBusy }) => isBusy())) await sleep(20);
};
