import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../packages/launcher/test/freePort.ts';
import { createClient } from '../clients/api.ts';
import { signInFirst } from '../clients/firstSignIn.ts';
import { compare } from './compare.ts';
import { type Recording, record } from './record.ts';

const usage = `npm run wire -- record --checkout <folder of a checkout> --out <file>
npm run wire -- compare <file before> <file after>`;
const startSeconds = 240;

/** Starts the demo of a checkout on a fresh data folder, records its answers, and deletes the folder. */
const recordCheckout = async (checkout: string): Promise<Recording> => {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-wire-'));
  const listen = `127.0.0.1:${await freePort()}`;
  let output = '';
  const limits = ['API', 'SIGN_IN', 'ACCOUNT', 'REGISTRATION'].map((name) => [
    `GATEHOUSE_LIMIT_${name}`,
    '0',
  ]);
  const launcher = spawn(process.execPath, ['packages/launcher/src/app/main.ts', '--demo'], {
    cwd: checkout,
    env: {
      ...process.env,
      NO_COLOR: '1',
      ...Object.fromEntries(limits),
      GATEHOUSE_HOME: home,
      GATEHOUSE_LISTEN: listen,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  try {
    const deadline = Date.now() + startSeconds * 1000;
    while (!output.includes('Open http')) {
      if (launcher.exitCode !== null || Date.now() > deadline) throw new Error(`did not start:\n${output}`);
      await sleep(100);
    }
    const url = `http://${listen}`;
    const client = createClient(url);
    const adminPassword = async () =>
      (await readFile(join(home, 'keys/initial-admin-password'), 'utf8')).trim();
    await signInFirst({ url, adminPassword }, client, 'Recording-4-Wire!');
    return await record(client, (line) => console.log(line));
  } finally {
    if (launcher.exitCode === null) {
      launcher.kill('SIGTERM');
      await once(launcher, 'exit');
    }
    await rm(home, { recursive: true, force: true });
  }
};

const readRecording = async (file: string): Promise<Recording> => JSON.parse(await readFile(file, 'utf8'));
const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 160);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { checkout: { type: 'string' }, out: { type: 'string' } },
});
const [verb, before, after] = positionals;
if (verb === 'record' && values.checkout && values.out) {
  const recording = await recordCheckout(values.checkout);
  await writeFile(values.out, `${JSON.stringify(recording, null, 1)}\n`);
  console.log(`${Object.keys(recording).length} calls recorded`);
} else if (verb === 'compare' && before && after) {
  const differences = compare(await readRecording(before), await readRecording(after));
  for (const difference of differences)
    console.log(
      `${difference.call}\n  ${difference.at}: ${short(difference.before)} → ${short(difference.after)}`,
    );
  const calls = new Set(differences.map(({ call }) => call)).size;
  console.log(`${differences.length} differences in ${calls} calls`);
  process.exitCode = differences.length ? 1 : 0;
} else {
  console.error(usage);
  process.exitCode = 2;
}
