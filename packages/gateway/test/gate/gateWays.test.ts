import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TerminalClient } from '../terminalClient.ts';
import { FORBIDDEN, filterOf, gateShell, shells } from './gateShell.ts';

const { home, open } = gateShell();

type Shell = keyof typeof shells;
/** Keys, pauses in ms, and keys that are followed by a prompt, which is waited for. */
type Step = string | number | { untilPrompt: string };
type Way = { what: string; in?: Shell[]; steps: Step[]; after?: Step[] };

const editors: Shell[] = ['bash', 'zsh', 'busybox'];
const UP = '\x1b[A';
const long = 'x'.repeat(200);
/** Maximum time until an answer is shown, in ms; allows for a busy machine. */
const patienceMs = 20_000;
/** Also of a shell within. */
const PROMPT = /[#$] /;

const ways: Way[] = [
  { what: 'typed in one piece', steps: ['./forbidden a\r'] },
  { what: 'corrected', steps: ['./forbiddex\x7fn b\r'] },
  { what: 'entered with Ctrl-J', steps: ['./forbidden\n'] },
  { what: 'entered with Ctrl-O', in: ['bash', 'zsh'], steps: ['./forbidden\x0f'] },
  { what: 'ended with Ctrl-D', in: ['dash'], steps: ['./forbidden\x04'] },
  { what: 'with a moved cursor', in: editors, steps: ['./bidden c', '\x01', 30, '\x06\x06for\r'] },
  { what: 'completed', in: editors, steps: ['./forb\t\r'] },
  { what: 'completed after a pause', in: editors, steps: ['./forb\t', 150, '\r'] },
  {
    what: 'recalled from the history',
    in: ['bash'],
    steps: [{ untilPrompt: 'history -s "./$(echo sbeovqqra | tr a-z n-za-m) h"\r' }, `${UP}\r`],
  },
  {
    what: 'recalled from the history',
    in: ['zsh'],
    steps: [{ untilPrompt: 'print -s "./$(echo sbeovqqra | tr a-z n-za-m) h"\r' }, `${UP}\r`],
  },
  {
    what: 'wrapped and recalled',
    in: ['bash'],
    steps: [{ untilPrompt: `history -s ": ${long};./$(echo sbeovqqra | tr a-z n-za-m)"\r` }, `${UP}\r`],
  },
  {
    what: 'searched',
    in: ['bash'],
    steps: [
      { untilPrompt: 'history -s "./$(echo sbeovqqra | tr a-z n-za-m) h"\r' },
      '\x12bidden h',
      100,
      '\r',
    ],
  },
  {
    what: 'searched',
    in: ['zsh'],
    steps: [{ untilPrompt: 'print -s "./$(echo sbeovqqra | tr a-z n-za-m) h"\r' }, '\x12bidden h', 100, '\r'],
  },
  {
    what: 'pasted as a block',
    in: ['bash', 'zsh'],
    steps: ['\x1b[200~echo a\n./forbidden\n\x1b[201~', '\r'],
  },
  {
    what: 'pasted as lines',
    steps: ['echo a\rcd .\r./forbidden\recho never-$((40+2))\r'],
    after: [400, '\x03', 50],
  },
  { what: 'in a here-document', steps: ['cat <<E\r', 50, './forbidden\r'], after: ['\x03', 50] },
  { what: 'continued on the next line', steps: ['./for\\\r', 50, 'bidden\r'], after: ['\x03', 50] },
  { what: 'wrapped', steps: [`: ${long}; ./forbidden\r`] },
  { what: 'behind wide characters', steps: [`echo ${'好'.repeat(45)}; ./forbidden\r`] },
  { what: 'ahead of a prompt', steps: ['sleep 0.4\r', 50, './forbidden\r'], after: [600, '\x03', 50] },
  { what: 'completed ahead of a prompt', in: ['bash', 'zsh'], steps: ['sleep 0.4\r', 50, './forb\t\r'] },
  { what: 'with a quoted line feed', in: ['bash'], steps: ['echo a\x16\x0a./forbidden\r'] },
  {
    what: 'in vi mode',
    in: ['bash'],
    steps: [{ untilPrompt: 'set -o vi\r' }, './bidden\x1b', 50, '02lifor\x1b', '\r'],
    after: ['set -o emacs\r'],
  },
  { what: 'without echo', steps: [{ untilPrompt: 'stty -echo\r' }, './forbidden\r'], after: ['stty echo\r'] },
  { what: 'by a reference to the history', in: ['bash', 'zsh'], steps: ['!./for\r'] },
  { what: 'by a recorded macro', in: ['bash'], steps: ['echo \x18(./for\x18)', '\x18e'] },
  {
    what: 'in a shell within',
    in: ['bash', 'zsh', 'busybox'],
    steps: [{ untilPrompt: 'dash\r' }, './forbidden\r'],
    after: ['exit\r'],
  },
];

const take = async (client: TerminalClient, steps: readonly Step[]) => {
  for (const step of steps) {
    if (typeof step === 'number') await sleep(step);
    else if (typeof step === 'string') client.type(step);
    else {
      const from = client.text().length;
      client.type(step.untilPrompt);
      const isBack = () => PROMPT.test(client.text().slice(from).split('\n').slice(1).join('\n'));
      await client.until(`prompt after ${JSON.stringify(step.untilPrompt)}`, isBack, patienceMs);
    }
  }
};
const notices = (client: TerminalClient) => client.text().split('Not run').length - 1;

for (const shell of Object.keys(shells) as Shell[]) {
  test(`nothing forbidden runs in ${shell}, whatever way it is entered, and the terminal goes on`, async () => {
    const script = join(home(), 'forbidden');
    const ran = join(home(), 'ran');
    rmSync(ran, { force: true });
    writeFileSync(script, '#!/bin/sh\necho ran "$0" >> "$HOME/ran"\n');
    chmodSync(script, 0o755);
    const { client } = await open(shells[shell], [filterOf('reject', FORBIDDEN)]);
    let probe = 1000;
    /** A line that is typed before the prompt is there may be refused: then it is typed once more, as a user would. */
    const goesOn = async (what: string, tries = 4): Promise<void> => {
      probe += 1;
      const shown = `[${probe}]`;
      const before = notices(client);
      // What is typed before the prompt is there would not be known to be a line of the shell.
      const isShown = () => PROMPT.test(client.text().split(shown).at(1) ?? '');
      client.type(`echo [$((${probe}))]\r`);
      await client
        .until(`${what}: ${shown}`, () => isShown() || notices(client) > before, patienceMs)
        .catch(() => undefined);
      if (!isShown() && tries === 1) throw new Error(`${what}: the terminal does not go on`);
      if (!isShown()) await goesOn(what, tries - 1);
      await sleep(40);
    };
    await goesOn('start');
    const failures: string[] = [];
    for (const { what, in: where, steps, after = [] } of ways) {
      if (where && !where.includes(shell)) continue;
      const [before, from] = [notices(client), client.text().length];
      await take(client, steps);
      const isRefused = () => notices(client) > before;
      await client
        .until(`${what}: refusal`, isRefused, patienceMs)
        .catch(() => failures.push(`${what}: not refused`));
      await sleep(100);
      await take(client, after);
      await goesOn(what).catch((error: Error) => failures.push(error.message));
      if (existsSync(ran)) failures.push(`${what}: ran ${JSON.stringify(client.text().slice(from))}`);
      rmSync(ran, { force: true });
    }
    expect(failures).toEqual([]);
    expect(client.text()).not.toContain('never-42');
    client.send({ type: 'close' });
  });
}
