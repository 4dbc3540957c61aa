import type { Duplex } from 'node:stream';
import type { ToolRequest } from '@gatehouse/contract/wire/tools/toolRequests.ts';
import { mostTargets } from '@gatehouse/contract/wire/tools/tools.ts';
import { outgoing } from '../../platform/outgoing/outgoing.ts';
import { askEach, type ToolRun, targetsOf } from './ToolRun.ts';

/** How long a machine may take to greet, and how much of its greeting is shown. */
const greetingMs = 1_000;
const longestGreeting = 200;

const greetingOf = (socket: Duplex): Promise<string> =>
  new Promise((resolve) => {
    let greeting = '';
    const done = () => {
      clearTimeout(timer);
      resolve(greeting);
    };
    const timer = setTimeout(done, greetingMs);
    socket.on('data', (data) => {
      greeting += data.toString('latin1');
      if (greeting.length >= longestGreeting || greeting.includes('\n')) done();
    });
    socket.once('close', done);
  });

/** Printable letters of a first line that a machine sent. */
const readable = (text: string): string =>
  (text.split('\n')[0] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, longestGreeting);

/** Opens a connection to a port of each address, and shows how the machine greets. */
export const telnet = async (request: ToolRequest<'telnet'>, tool: ToolRun): Promise<void> => {
  const { dest_port: port, timeout } = request;
  const { dial = outgoing.dial } = tool;
  const addresses = await targetsOf(request.dest_ips, mostTargets.telnet, tool);
  const ask = async (address: string) => {
    const began = performance.now();
    try {
      const socket = await dial({ host: address, port, timeoutMs: timeout * 1000 });
      tool.signal.addEventListener('abort', () => socket.destroy(), { once: true });
      socket.on('error', () => undefined);
      const ms = Math.round(performance.now() - began);
      await tool.say(tool.text('open', { address, port, ms }));
      const greeting = readable(await greetingOf(socket));
      socket.destroy();
      if (greeting) await tool.say(tool.text('greeting', { greeting }));
      return true;
    } catch (error) {
      tool.signal.throwIfAborted();
      const { code = '' } = error as NodeJS.ErrnoException;
      await tool.say(tool.text('closed', { address, port, code }));
      return false;
    }
  };
  await askEach(addresses, ask, tool);
};
