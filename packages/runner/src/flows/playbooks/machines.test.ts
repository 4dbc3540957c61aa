import type { Socket } from 'node:net';
import { type Duplex, duplexPair, PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { secretFor } from '../../../../gateway/test/gatewayFixture.ts';
import { wayDeps } from '../../../test/target.ts';
import { serveAsked } from './doorDesk.ts';
import { createMachine, onMachineOf } from './machines.ts';

const connection = secretFor({ port: 22, username: 'root' });
const target = { connection } as Target;
const MANY = 4 * 1024 * 1024;

/** A channel of a machine: what is written to `machine` is its output, and what is read there its input. */
const createChannel = () => {
  const [channel, machine] = duplexPair({ highWaterMark: 16_384 });
  const stderr = new PassThrough();
  let isClosed = false;
  const end = () => {
    for (const side of [machine, stderr]) side.end();
    channel.once('end', () => channel.emit('close'));
  };
  return Object.assign(channel, {
    ...{ machine, stderr, isClosed: () => isClosed },
    close: () => {
      isClosed = true;
      end();
    },
    exit: (code: number) => {
      channel.emit('exit', code);
      end();
    },
  });
};
type Channel = ReturnType<typeof createChannel>;

/** A run that asks through its door; its machine is `one`. */
const createRun = ({
  most = 2,
  signal = new AbortController().signal,
  begun = (_channel: Channel): void => undefined,
} = {}) => {
  const channels: Channel[] = [];
  const routes: { isClosed: boolean }[] = [];
  const gate = Promise.withResolvers<void>();
  const connectTo = async () => {
    await gate.promise;
    const route = { isClosed: false };
    routes.push(route);
    return {
      client: { once: () => undefined },
      exec: (_command: string, told: (error: undefined, channel: Channel) => void) => {
        const channel = createChannel();
        channels.push(channel);
        told(undefined, channel);
        begun(channel);
      },
      close: () => {
        route.isClosed = true;
        for (const channel of channels) channel.close();
      },
    };
  };
  const machine = createMachine(target, wayDeps({ signal }), connectTo as never);
  const desk = onMachineOf(new Map([['one', machine]]), most);
  const ask = async (command: string, host = 'one') => {
    const [run, door] = duplexPair();
    run.once('close', () => door.destroy());
    serveAsked(door as unknown as Socket, desk);
    const line = JSON.stringify({ host, command });
    run.write(line.slice(0, 9));
    run.write(`${line.slice(9)}\n`);
    await turns();
    return run;
  };
  return { channels, routes, machine, ask, reach: gate.resolve };
};
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
};
const answered = async (run: Duplex): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of run) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
};
/** Writes until the other side takes no more; returns how much it took. */
const pressInto = async (stream: Duplex): Promise<number> => {
  let taken = 0;
  const piece = Buffer.alloc(16_384);
  while (taken < MANY) {
    if (!stream.write(piece)) {
      const isDrained = await Promise.race([
        new Promise((resolve) => stream.once('drain', () => resolve(true))),
        turns().then(() => false),
      ]);
      if (!isDrained) break;
    }
    taken += piece.length;
  }
  return taken;
};

test('a command gets its input and answers with output, errors and its exit code', async () => {
  const { ask, channels, reach } = createRun();
  reach();
  const run = await ask('cat');
  run.end('input');
  const [channel] = channels as [Channel];
  expect(String(await channel.machine.toArray())).toBe('input');
  channel.stderr.write('bad');
  channel.machine.write('good');
  channel.exit(3);
  const answer = await answered(run);
  expect(answer).toContain('\x01\0\0\0\x04good');
  expect(answer).toContain('\x02\0\0\0\x03bad');
  expect(answer.endsWith('\x03\0\0\0\x013')).toBe(true);
});

test('a command that has ended with the very packet that began it answers with its output and exit code', async () => {
  const begun = (channel: Channel) => {
    channel.machine.write('quick');
    channel.exit(0);
  };
  const { ask, reach } = createRun({ begun });
  reach();
  const answer = await answered(await ask('true'));
  expect(answer).toContain('\x01\0\0\0\x05quick');
  expect(answer.endsWith('\x03\0\0\0\x010')).toBe(true);
});

test('neither a run nor a machine can make the runner hold more than some buffers of the other', async () => {
  const { ask, channels, reach } = createRun();
  reach();
  const run = await ask('yes');
  const [channel] = channels as [Channel];
  expect(await pressInto(channel.machine)).toBeLessThan(MANY / 4);
  expect(await pressInto(run)).toBeLessThan(MANY / 4);
});

test('a command that a run no longer listens to is closed, and counts among those it may have until then', async () => {
  const { ask, channels, reach } = createRun({ most: 1 });
  const gone = await ask('sleep 1000');
  gone.destroy();
  await turns();
  expect(await answered(await ask('id'))).toContain('Too many commands');
  reach();
  await turns();
  expect(channels[0]?.isClosed()).toBe(true);
  await turns();
  const last = await ask('id');
  channels[1]?.exit(0);
  expect(await answered(last)).toContain('\x03\0\0\0\x010');
});

test('after its end a run reaches no machine, neither by a new connection nor by one that was on its way', async () => {
  const { ask, routes, machine, reach, channels } = createRun();
  const early = await ask('id');
  machine.close();
  reach();
  expect(await answered(early)).toContain('The run has ended.');
  expect(await answered(await ask('id'))).toContain('The run has ended.');
  expect(routes).toEqual([{ isClosed: true }]);
  expect(channels).toEqual([]);
});

test('a machine whose target has had its outcome is closed, though the run goes on with others', async () => {
  const stop = new AbortController();
  const { ask, routes, reach } = createRun({ signal: stop.signal });
  reach();
  await ask('sleep 1000');
  stop.abort();
  await turns();
  expect(routes).toEqual([{ isClosed: true }]);
  expect(await answered(await ask('id'))).toContain('The run has ended.');
  expect(await answered(await ask('id', 'stranger'))).toContain('is no machine of this run');
});
