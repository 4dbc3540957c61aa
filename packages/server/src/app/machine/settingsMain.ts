import { everyJob } from '../jobs.ts';
import { runProgram } from './runProgram.ts';
import { settingsCommand } from './settingsCommand.ts';
import { withServices } from './withServices.ts';

/**
 * `settingsMain.ts export [FILE]`, `diff FILE` or `apply FILE`, started by the launcher, which knows the
 * database and the key (`npm run settings`).
 */
await runProgram(() =>
  withServices(process.env, async (services) => {
    services.jobs.declare(everyJob(services));
    for (const line of await settingsCommand(process.argv.slice(2), services, process.env)) console.log(line);
  }),
);
