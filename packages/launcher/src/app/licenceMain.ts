import { copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { issueLicence, type LicenceWish } from '../engine/issueLicence.ts';
import { projectFolder, readConfig } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTerminal } from '../platform/terminal.ts';
import { layOutHome } from './homeFolder.ts';

/**
 * `npm run licence -- --corporation "Name" [--assets 500] [--days 365] [--edition …] [--remark …] [--out
 * file]`.
 */
const terminal = createTerminal(process.stdout, process.env);
const usage =
  'npm run licence -- --corporation "Name" [--assets 500] [--days 365] [--edition enterprise] [--remark "…"] [--out file]';

const options = {
  corporation: { type: 'string' },
  assets: { type: 'string' },
  days: { type: 'string', default: '365' },
  edition: { type: 'string', default: 'enterprise' },
  remark: { type: 'string', default: '' },
  out: { type: 'string' },
} as const;

const wholeNumber = (text: string, name: string, most: number): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Refusal(`--${name} must be a whole number from 1 to ${most}.`);
  return value;
};

const read = (args: string[]): LicenceWish & { out?: string } => {
  let values: { [K in keyof typeof options]?: string };
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${usage}`);
  }
  const { corporation, assets, days = '', edition = '', remark = '', out } = values;
  if (!corporation) throw new Refusal(`Say whose licence it is: ${usage}`);
  return {
    corporation,
    edition,
    remark,
    days: wholeNumber(days, 'days', 36_500),
    assets: assets === undefined ? null : wholeNumber(assets, 'assets', 100_000_000),
    ...(out !== undefined && { out }),
  };
};

const main = async (args: string[]): Promise<void> => {
  const { out, ...wish } = read(args);
  const { home } = readConfig(process.env, []);
  await layOutHome(home);
  const { facts, path, publicKeyPath } = await issueLicence(home, wish);
  const say = (text: string) => terminal.say('licence', text);
  say(
    `${facts.corporation}, until ${facts.date_expired.slice(0, 10)}, ${facts.asset_count ?? 'any number of'} assets`,
  );
  // npm changes to the checkout's folder; the path is relative to the user's.
  const target = out === undefined ? path : resolve(process.env.INIT_CWD ?? projectFolder, out);
  if (target !== path) await copyFile(path, target);
  say(`licence file: ${target}`);
  say(`public key:   ${publicKeyPath}`);
  say(
    'Import the file under System settings > Licence; a server without a licence adopts it at its next start.',
  );
};

await main(process.argv.slice(2)).catch((error: unknown) => {
  terminal.fail(error instanceof Refusal ? error.message : ((error as Error)?.stack ?? String(error)));
  process.exit(1);
});
