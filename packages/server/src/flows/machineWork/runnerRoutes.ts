import {
  givePlaybookFiles,
  reportOutput,
  reportTargets,
  takeTargets,
} from '@gatehouse/contract/calls/ops.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { PlaybookFiles } from '@gatehouse/contract/wire/machineWork.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Database } from '../../platform/database.ts';
import { ownRunner } from '../../resources/ownTerminal.ts';
import { takeReports } from './reportTargets.ts';
import { keepOutput } from './results.ts';
import { type Preparing, takeTargets as take } from './takeTargets.ts';

/** Registers the calls by which runners take targets and report them (decision 0416). */
export const addRunnerRoutes = (
  ports: HttpPorts,
  preparing: Preparing,
  filesOf: (wish: { work: string; terminal: string }, db: Database) => Promise<PlaybookFiles | undefined>,
): void => {
  bind(
    ports,
    takeTargets,
    async ({ ctx, body }) => {
      const terminal = await ownRunner(ctx);
      const { places, date_started: process, ...told } = await body();
      return take({ terminal, process, ...told }, { places, preparing }, ctx);
    },
    { noTransaction: true },
  );
  bind(ports, givePlaybookFiles, async ({ ctx, body }) => {
    const terminal = await ownRunner(ctx);
    const files = await filesOf({ terminal, ...(await body()) }, ctx.db);
    if (!files) throw new AppError('object_does_not_exist');
    return { files };
  });
  bind(ports, reportTargets, async ({ ctx, body }) => {
    const terminal = await ownRunner(ctx);
    await takeReports(terminal, await body(), ctx);
  });
  bind(ports, reportOutput, async ({ ctx, body }) => {
    const terminal = await ownRunner(ctx);
    await keepOutput(terminal, await body(), ctx.db);
  });
};
