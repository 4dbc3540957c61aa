import { projectFolder, readConfig } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTerminal } from '../platform/terminal.ts';
import { requireInstallation } from './backUp.ts';
import { runServerPart, withDatabase } from './serverPart.ts';

/** `npm run unlock -- NAME`: lifts every lock and delay of a user, on the machine of the installation. */
const terminal = createTerminal(process.stdout, process.env);
const say = (text: string) => terminal.say('unlock', text);

const main = async ([name, ...rest]: string[]): Promise<void> => {
  if (!name || rest.length > 0) throw new Refusal('Name one user: npm run unlock -- NAME');
  const options = { config: readConfig(process.env, []), project: projectFolder, say };
  await requireInstallation(options.config);
  const unlock = (url: string) =>
    runServerPart(['machine/unlockMain.ts', name], options, { GATEHOUSE_DATABASE_URL: url });
  say(await withDatabase(options, unlock));
};

await main(process.argv.slice(2)).catch((error: unknown) => {
  terminal.fail(error instanceof Refusal ? error.message : ((error as Error)?.stack ?? String(error)));
  process.exit(1);
});
