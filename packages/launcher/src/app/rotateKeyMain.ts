import { projectFolder, readConfig } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { masterKeyFile } from '../platform/secretFile.ts';
import { createTerminal } from '../platform/terminal.ts';
import { requireInstallation } from './backUp.ts';
import { runServerPart, withDatabase } from './serverPart.ts';

/** `npm run rotate-key [-- --status]`: changes the master key, whether Gatehouse is in use or stopped. */
const terminal = createTerminal(process.stdout, process.env);
const say = (text: string) => terminal.say('rotate-key', text);

const main = async (args: string[]): Promise<void> => {
  const config = readConfig(process.env, []);
  const options = { config, project: projectFolder, say };
  await requireInstallation(config);
  const key = config.secretKey
    ? { GATEHOUSE_SECRET_KEY: config.secretKey }
    : { GATEHOUSE_SECRET_KEY_FILE: masterKeyFile(config.home) };
  const { GATEHOUSE_SECRET_KEY_PREVIOUS = '' } = process.env;
  await withDatabase(options, (url) =>
    runServerPart(
      ['machine/rotateKeyMain.ts', ...args],
      options,
      { ...key, GATEHOUSE_SECRET_KEY_PREVIOUS, GATEHOUSE_DATABASE_URL: url },
      say,
    ),
  );
};

await main(process.argv.slice(2)).catch((error: unknown) => {
  terminal.fail(error instanceof Refusal ? error.message : ((error as Error)?.stack ?? String(error)));
  process.exit(1);
});
