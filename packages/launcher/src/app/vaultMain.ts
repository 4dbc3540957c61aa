import { projectFolder, readConfig } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { masterKeyFile } from '../platform/secretFile.ts';
import { createTerminal } from '../platform/terminal.ts';
import { requireInstallation } from './backUp.ts';
import { runServerPart, withDatabase } from './serverPart.ts';

/** `npm run vault -- status | sync | back`, on the machine of the installation. */
const terminal = createTerminal(process.stdout, process.env);
const say = (text: string) => terminal.say('vault', text);

const main = async (args: string[]): Promise<void> => {
  const config = readConfig(process.env, []);
  const options = { config, project: projectFolder, say };
  await requireInstallation(config);
  const key = config.secretKey
    ? { GATEHOUSE_SECRET_KEY: config.secretKey }
    : { GATEHOUSE_SECRET_KEY_FILE: masterKeyFile(config.home) };
  await withDatabase(options, (url) =>
    runServerPart(
      ['machine/vaultMain.ts', ...args],
      options,
      { ...process.env, ...key, GATEHOUSE_DATABASE_URL: url, GATEHOUSE_HOME: config.home },
      say,
    ),
  );
};

await main(process.argv.slice(2)).catch((error: unknown) => {
  terminal.fail(error instanceof Refusal ? error.message : ((error as Error)?.stack ?? String(error)));
  process.exit(1);
});
