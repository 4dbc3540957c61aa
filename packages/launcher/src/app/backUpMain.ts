import { resolve } from 'node:path';
import { projectFolder, readConfig } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTerminal } from '../platform/terminal.ts';
import { backUpInstallation, restoreInstallation } from './backUp.ts';

/** `npm run backup -- <file>` and `npm run restore -- <file>`. */
const terminal = createTerminal(process.stdout, process.env);

const main = async ([verb, file, ...rest]: string[]): Promise<void> => {
  const isBackUp = verb === 'backup';
  if (!file || rest.length > 0) throw new Refusal(`Name one file: npm run ${verb} -- <file>`);
  // npm changes to the checkout's folder; the path is relative to the user's.
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  const config = readConfig(process.env, []);
  const work = isBackUp ? backUpInstallation : restoreInstallation;
  await work({
    config,
    project: projectFolder,
    path,
    say: (text) => terminal.say(isBackUp ? 'backup' : 'restore', text),
  });
};

await main(process.argv.slice(2)).catch((error: unknown) => {
  terminal.fail(error instanceof Refusal ? error.message : ((error as Error)?.stack ?? String(error)));
  process.exit(1);
});
