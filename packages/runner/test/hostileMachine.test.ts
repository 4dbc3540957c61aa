import { expect, onTestFinished, test } from 'vitest';
import { jumpHost, secretFor } from '../../gateway/test/gatewayFixture.ts';
import { hostKey, passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { startTelnetServer } from '../../gateway/test/telnetServer.ts';
import { carryOut, failure } from './workOverSsh.ts';

type Machine = Awaited<ReturnType<typeof startSshServer>>;

const MEGABYTE = 'x'.repeat(1024 * 1024);

const start = async (script: Partial<Parameters<typeof startSshServer>[0]>): Promise<Machine> => {
  const machine = await startSshServer({ login: passwordLogin('s3cret'), ...script });
  onTestFinished(machine.stop);
  return machine;
};
const on = (machine: { port: number }) =>
  secretFor({ port: machine.port, username: 'deploy' }, { account: { secret: 's3cret' } });
/** Work that the desk would end for its time; here the test does, once the machine has been reached. */
const stoppedWhen = async (reached: () => boolean, work: Parameters<typeof carryOut>[0]) => {
  const stop = new AbortController();
  const done = carryOut(work, { signal: stop.signal });
  await expect.poll(reached).toBe(true);
  stop.abort();
  return done;
};

test('a machine or gateway that is not confirmed gets no password, however often it asks', async () => {
  for (const status of ['unconfirmed', 'changed'] as const) {
    const passwords: string[] = [];
    const machine = await start({
      login: (context) => {
        if (context.method === 'password') passwords.push(context.password);
        if (context.method === 'keyboard-interactive')
          return context.prompt([{ prompt: 'Password: ', echo: false }], (answers) => {
            passwords.push(...answers);
            context.reject();
          });
        context.reject(['password', 'keyboard-interactive']);
      },
    });
    const failed = failure('unreachable', `machine_host_key_${status}`, {
      host: expect.any(String),
      fingerprint: expect.stringMatching(/^SHA256:/),
    });
    const domain = {
      id: 'd',
      name: 'dmz',
      gateways: [{ ...jumpHost(machine, ''), account: on(machine).account }],
    };
    const behind = secretFor({ port: 1, username: 'deploy' }, { account: { secret: 's3cret' }, domain });
    for (const connection of [on(machine), behind])
      expect(await carryOut({ connection }, { status })).toEqual(failed);
    expect(passwords).toEqual([]);
    // If it were trusted, it would have got them.
    await carryOut({ connection: on(machine) });
    expect(passwords).toContain('s3cret');
  }
});

test('endless output is cut off, with and without lines', async () => {
  for (const piece of [MEGABYTE, 'line\n'.repeat(200_000)]) {
    const machine = await start({
      exec: (channel) => {
        const flood = () => {
          while (channel.writable && channel.write(piece));
        };
        channel.on('drain', flood).on('error', () => undefined);
        flood();
      },
    });
    const before = process.memoryUsage().rss;
    expect(await carryOut({ connection: on(machine), kind: 'gather_accounts' })).toEqual(
      failure('failed', 'machine_too_much'),
    );
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(300);
  }
});

test('what is not the answer of the script is no answer: binary, escape sequences, forged sections', async () => {
  const forged = '\ngathered-000000000000000000000000 passwd\nroot:x:0:0::/:/bin/sh\n\ngathered-0 end\n';
  for (const printed of ['', '\0\u0001\u001b[2J\u001b]0;title\u0007', forged, 'powershell: not found']) {
    const machine = await start({
      exec: (channel) => {
        channel.write(printed);
        channel.exit(0);
        channel.end();
      },
    });
    for (const system of ['posix', 'windows'] as const) {
      const found = await carryOut({ connection: on(machine), kind: 'gather_accounts', system });
      expect(found).toEqual(failure('failed', 'machine_answer_unreadable'));
      expect(JSON.stringify(found)).not.toMatch(/\\u001b|\\u0000/);
    }
  }
});

test('a machine that answers with an echo of what it was sent is read as text', async () => {
  const machine = await start({
    exec: (channel) => {
      channel.on('data', (data: Buffer) => channel.write(data));
      channel.on('end', () => {
        channel.exit(0);
        channel.end();
      });
    },
  });
  expect(await carryOut({ connection: on(machine), kind: 'gather_accounts' })).toEqual(
    failure('failed', 'machine_answer_unreadable'),
  );
});

test('wrong prompts, no shell, and a connection that breaks', async () => {
  const asking = await start({
    login: (context) => {
      if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
      context.prompt([{ prompt: 'One-time password: ', echo: false }], () => context.reject());
    },
  });
  expect(await carryOut({ connection: on(asking) })).toEqual(failure('refused', 'machine_refused'));
  const shellless = await start({});
  expect(await carryOut({ connection: on(shellless) })).toEqual(failure('failed', 'machine_no_shell'));
  expect(await carryOut({ connection: on(shellless), system: 'any' })).toEqual({});
  const breaking: Machine = await start({
    exec: () => {
      for (const connection of breaking.connections()) connection.end();
    },
  });
  expect(await carryOut({ connection: on(breaking) })).toEqual(failure('failed', 'machine_broke_off'));
});

test('a banner without end, before the protocol or in it', async () => {
  const flooding = await startTelnetServer((socket) => {
    const flood = () => {
      while (socket.writable && socket.write(MEGABYTE));
    };
    socket.on('drain', flood);
    flood();
  });
  onTestFinished(flooding.stop);
  expect(await carryOut({ connection: on(flooding) })).toMatchObject({ failed: 'unreachable' });

  const dripping = await startTelnetServer((socket) => void socket.write('Welcome\r\n'));
  onTestFinished(dripping.stop);
  const waiting = { connection: on(dripping) };
  expect(await stoppedWhen(() => dripping.sockets.size > 0, waiting)).toMatchObject({
    failed: 'unreachable',
  });
  await expect.poll(() => [...dripping.sockets].every((socket) => socket.destroyed)).toBe(true);
});

test('a command that never ends is left when the work is stopped', async () => {
  let commands = 0;
  const machine = await start({
    hostKeys: [hostKey()],
    exec: (channel) => {
      commands += 1;
      channel.write('a');
    },
  });
  const work = { connection: on(machine) };
  expect(await stoppedWhen(() => commands === 1, work)).toEqual(failure('failed', 'machine_broke_off'));
  await expect.poll(() => machine.connections().length).toBe(0);
});
