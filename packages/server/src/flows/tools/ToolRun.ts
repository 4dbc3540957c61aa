import type { MessageParams } from '@gatehouse/contract/errors.ts';
import type { Resolve } from '../../platform/outgoing/checkedHost.ts';
import type { Remote } from './remote.ts';
import type { runProgram } from './runProgram.ts';
import { readTargets } from './targets.ts';

/** What a run of a tool works with. */
export type ToolRun = {
  signal: AbortSignal;
  /** Writes a line; resolves once the reader can take more. */
  say(line: string): Promise<void>;
  /** The text `tools.<key>` in the user's language. */
  text(key: string, params?: MessageParams): string;
  run: typeof runProgram;
  resolve?: Resolve;
  /** Opens connections; default: from the server. */
  dial?: Remote['dial'];
  /** The machine on which it runs, if not the server. */
  gateway?: string;
};

/** The Debian package of each program. */
const packages = {
  ping: 'iputils-ping',
  nmap: 'nmap',
  tcpdump: 'tcpdump',
  traceroute: 'traceroute',
} as const;

/** Runs a program and passes its lines on; returns whether it succeeded. */
export const passOn = async (
  program: keyof typeof packages,
  args: readonly string[],
  { run, say, signal, text, gateway }: ToolRun,
): Promise<boolean> => {
  const ended = await run(program, { args, signal, onLine: say });
  if ('code' in ended) return ended.code === 0;
  const missing = { program, package: packages[program] };
  throw new Error(gateway ? text('missingOn', { ...missing, gateway }) : text('missing', missing));
};

/** Reads the addresses a tool is to ask, and says how many they are, and what was left out. */
export const targetsOf = async (given: string, most: number, tool: ToolRun): Promise<string[]> => {
  const { addresses, dropped, isCut } = await readTargets(given, most, tool.resolve);
  if (dropped.length > 0) await tool.say(tool.text('dropped', { items: dropped.join(', ') }));
  if (isCut) await tool.say(tool.text('cut', { most }));
  if (addresses.length === 0) throw new Error(tool.text('none'));
  await tool.say(tool.text('addresses', { count: addresses.length }));
  return addresses;
};

/** Asks one address after the other, then says for each whether it answered. */
export const askEach = async (
  addresses: readonly string[],
  ask: (address: string) => Promise<boolean>,
  { say, text, signal }: ToolRun,
): Promise<void> => {
  const results: string[] = [];
  for (const address of addresses) {
    signal.throwIfAborted();
    await say('');
    results.push(`${address}: ${text((await ask(address)) ? 'ok' : 'failed')}`);
  }
  await say('');
  for (const result of results) await say(result);
};
