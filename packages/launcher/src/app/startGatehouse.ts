import { join, relative } from 'node:path';
import { compileAhead } from '../engine/compileAhead.ts';
import { buildConsole } from '../engine/consoleBuild.ts';
import { type KeptDatabase, keepDatabase } from '../engine/database.ts';
import { freeAddress } from '../engine/freeAddress.ts';
import { keepRunning, type Program } from '../engine/program.ts';
import { claimFolder } from '../engine/singleInstance.ts';
import { type Address, addressText, answers, fromHere } from '../platform/address.ts';
import type { Config } from '../platform/config.ts';
import { createLogFile } from '../platform/logFile.ts';
import type { Terminal } from '../platform/terminal.ts';
import { licenseDemo } from './demoLicence.ts';
import { openDemoMachine } from './demoMachine.ts';
import { layOutHome } from './homeFolder.ts';
import { compileCache, programEnvironments } from './programEnvironments.ts';

export interface StartOptions {
  config: Config;
  project: string;
  environment: NodeJS.ProcessEnv;
  terminal: Terminal;
  signal: AbortSignal;
}

/** The running installation. */
export interface Installation {
  refused: Promise<never>;
  stop: () => Promise<void>;
  /** Ends the programs at once; written data is kept. */
  hurry: () => void;
}

/** Starts the whole product in the order of its dependencies. */
export const startGatehouse = async (options: StartOptions): Promise<Installation> => {
  const { config, project, environment, terminal, signal } = options;
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    while (undo.length > 0) await undo.pop()?.();
  };
  const programs: Program[] = [];
  const hurry = () => {
    for (const program of programs) program.kill();
  };
  try {
    await layOutHome(config.home);
    undo.push(await claimFolder(config.home));
    const listen = await freeAddress(config.listen, signal);
    const building = buildConsole(project, (text) => terminal.say('console', text));
    building.catch(() => undefined);
    const compiling = compileAhead(project, compileCache(config.home, environment), environment);
    const database = await openDatabase(config, terminal);
    undo.push(database.stop);
    await Promise.all([building, compiling]);
    if (config.isDemo) {
      await licenseDemo(config.home);
      undo.push(await openDemoMachine(config.home, terminal));
    }
    if (signal.aborted) return { refused: new Promise(() => undefined), stop, hurry };
    const environments = await programEnvironments({
      config,
      inherited: environment,
      listen,
      databaseUrl: database.url,
    });
    undo.push(environments.releasePorts);
    const start = (name: 'server' | 'gateway' | 'runner', at?: Address) => {
      const program = keepRunning({
        name,
        entry: join(project, `packages/${name}/src/app/main.ts`),
        env: environments[name],
        log: createLogFile(join(config.home, `log/${name}.log`)),
        show: terminal.show,
        say: (text) => terminal.say(name, text),
        isReady: async () => at === undefined || answers(at),
      });
      programs.push(program);
      undo.push(program.stop);
      return program;
    };
    const server = start('server', fromHere(listen));
    const gateway = start('gateway', fromHere(environments.gatewayAt));
    await untilAborted(server.ready, signal);
    if (!signal.aborted) welcome(terminal, listen, config.isTls);
    // The runner starts last: it needs the server anyway, which starts faster without it.
    const runner = signal.aborted ? [] : [start('runner').refused];
    // The console works without the gateway; a failing gateway explains itself in its own lines.
    gateway.ready.then(
      () => signal.aborted || terminal.say('gateway', 'ready'),
      () => undefined,
    );
    return { refused: Promise.race([server.refused, gateway.refused, ...runner]), stop, hurry };
  } catch (error) {
    await stop();
    throw error;
  }
};

const openDatabase = async (config: Config, terminal: Terminal): Promise<KeptDatabase> => {
  const say = (text: string) => terminal.say('database', text);
  if (config.databaseUrl) {
    say(`external PostgreSQL at ${new URL(config.databaseUrl).host}`);
    return { url: config.databaseUrl, stop: async () => undefined };
  }
  const database = await keepDatabase({ home: config.home, say });
  say(`PostgreSQL 18 in ${shortPath(join(config.home, 'pg'))}`);
  return database;
};

const untilAborted = (work: Promise<unknown>, signal: AbortSignal): Promise<unknown> => {
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return Promise.race([work, aborted]);
};

const welcome = (terminal: Terminal, listen: Address, isTls: boolean) => {
  terminal.say('server', 'ready');
  terminal.show('');
  terminal.show(
    `Open ${isTls ? 'https' : 'http'}://${addressText(fromHere(listen))}/ui/   (stop with Ctrl+C)`,
  );
  terminal.show('');
};

const shortPath = (path: string): string => {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
};
