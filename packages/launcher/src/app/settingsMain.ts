import { resolve } from 'node:path';
import { projectFolder, readConfig } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { masterKeyFile } from '../platform/secretFile.ts';
import { createTerminal } from '../platform/terminal.ts';
import { requireInstallation } from './backUp.ts';
import { runServerPart, withDatabase } from './serverPart.ts';

/**
 * `npm run settings -- export [FILE] | diff FILE | apply FILE`, on the machine of the installation. Exit codes
 * of `diff`: 0 when nothing differs, 1 when something does; 2 when the work cannot be done.
 */
const terminal = createTerminal(process.stdout, process.env);
const say = (text: string) => terminal.say('settings', text);

const usage =
  'npm run settings -- export [FILE], npm run settings -- diff FILE, npm run settings -- apply FILE';

const read = ([verb, file, ...rest]: string[]): { verb: string; path?: string } => {
  const isKnown = verb === 'export' || ((verb === 'diff' || verb === 'apply') && file);
  if (!verb || !isKnown || rest.length > 0) throw new Refusal(`Use ${usage}.`);
  // npm changes to the checkout's folder; the path is relative to the user's.
  return { verb, ...(file && { path: resolve(process.env.INIT_CWD ?? '.', file) }) };
};

/** Prints what was found or done; `diff` ends with 1 when something differs. */
const tell = (verb: string, lines: readonly string[]): void => {
  const one = verb === 'diff' ? 'difference' : 'change';
  for (const line of lines) say(line);
  if (lines.length === 0) say(verb === 'diff' ? 'nothing differs' : 'nothing to change');
  else say(lines.length === 1 ? `1 ${one}` : `${lines.length} ${one}s`);
  if (verb === 'diff' && lines.length > 0) process.exitCode = 1;
};

const main = async (args: string[]): Promise<void> => {
  const { verb, path } = read(args);
  const config = readConfig(process.env, []);
  // The text of an export may be the only output.
  const options = { config, project: projectFolder, say: path === undefined ? () => undefined : say };
  await requireInstallation(config);
  const key = config.secretKey
    ? { GATEHOUSE_SECRET_KEY: config.secretKey }
    : { GATEHOUSE_SECRET_KEY_FILE: masterKeyFile(config.home) };
  // References name variables of the environment.
  const out = await withDatabase(options, (url) =>
    runServerPart(['machine/settingsMain.ts', verb, ...(path ? [path] : [])], options, {
      ...process.env,
      ...key,
      GATEHOUSE_DATABASE_URL: url,
      GATEHOUSE_HOME: config.home,
    }),
  );
  if (verb !== 'export') tell(verb, out === '' ? [] : out.split('\n'));
  else if (path === undefined) console.log(out);
  else say(`written to ${path}`);
};

await main(process.argv.slice(2)).catch((error: unknown) => {
  terminal.fail(error instanceof Refusal ? error.message : ((error as Error)?.stack ?? String(error)));
  process.exit(2);
});
