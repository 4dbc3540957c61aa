import { runProgram } from './runProgram.ts';
import { vaultCommand } from './vaultCommand.ts';
import { withServices } from './withServices.ts';

/**
 * `vaultMain.ts status`, `sync` or `back`, started by the launcher, which knows the database and the key
 * (`npm run vault`).
 */
await runProgram(() =>
  withServices(process.env, (services) =>
    vaultCommand(process.argv.slice(2), services, (line) => console.log(line)),
  ),
);
