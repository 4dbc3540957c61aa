import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutbox } from '@gatehouse/component/flows/outbox.ts';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { playbookFilesSchema } from '@gatehouse/contract/wire/machineWork.ts';
import type { z } from 'zod';
import { startSshd } from '../../../gateway/test/sshd.ts';
import { carryOutTarget } from '../../../runner/src/flows/carryOut.ts';
import type { Drivers } from '../../../runner/src/flows/drivers/drivers.ts';
import { createMachineWork } from '../../../runner/src/flows/machineWork.ts';
import { createPlaybooks } from '../../../runner/src/flows/playbooks/playbooks.ts';
import { readTaken } from '../../../runner/src/flows/taken.ts';
import { createTransfers } from '../../../runner/src/flows/transfers/transfers.ts';
import { runJob } from '../../src/jobs/runJob.ts';
import { createNotices } from '../../src/platform/notices.ts';
import { registerComponent } from '../component.ts';
import { estateOf } from '../estate.ts';
import { bodyOf, type Json, startInventory } from '../inventory.ts';

const base = '/api/v1/ops/machine-work/';
const pace = { everyMs: 20, runnerMs: 60_000 };

/** The runner's connection to the server under test, through the server's own routes. */
const startDesk = (component: Awaited<ReturnType<typeof registerComponent>>, drivers: Drivers) => {
  const [pauses, log] = [createPauses(), createLog('test', 'silent')];
  const date_started = new Date().toISOString();
  const send = async (path: string, body: unknown) => {
    const answer = await component.post(`${base}${path}/`, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer;
  };
  const playbooks = createPlaybooks({
    files: async (work) => bodyOf<z.infer<typeof playbookFilesSchema>>(await send('files', { work })).files,
    places: 2,
  });
  const transfers = createTransfers(async (piece) => (await send('piece', piece)).raw.rawPayload);
  const desk = createMachineWork({
    api: {
      take: async (asked) => readTaken(bodyOf(await send('take', { ...asked, date_started }))),
      report: async (reports) => void (await send('report', reports)),
      output: async (outputs) => void (await send('output', outputs)),
    },
    places: 20,
    carryOut: (target, deps) =>
      carryOutTarget(
        target,
        {
          ...{ ...deps, warn: () => undefined },
          reportHostKey: async () => ({ id: randomUUID(), status: 'trusted' as const }),
        },
        drivers,
        { playbooks, transfers },
      ),
    outbox: createOutbox({ pauses, log }),
    log,
  });
  return {
    ...desk,
    close: async () => {
      await desk.close();
      pauses.stop();
    },
  };
};

/** A server whose runner reaches a real OpenSSH server, users with everyday permissions, and assets on that server. */
export const startJobCenter = async ({ drivers = {} as Drivers } = {}) => {
  const inventory = await startInventory({}, { notices: (url) => createNotices(url) });
  const { services, pool } = inventory;
  const sshd = await startSshd(await mkdtemp(join(tmpdir(), 'gatehouse-jobs-')), 'ed25519', {
    anyCommand: true,
  });
  await services.jobs.start([runJob({ ...services, db: services.unhurried, pace })], () => undefined);
  const component = await registerComponent(inventory, '[Runner]-jobs');
  await pool.query(
    "update terminal_terminal set type = 'celery', playbooks = 'confined', date_last_seen = now() + interval '1 hour'",
  );
  const desk = startDesk(component, drivers);
  services.events.on('work_waits', desk.ask);
  services.events.on('work_stopped', (work) => work && desk.stop(work));
  const everyday = [...permissionsOfBuiltinRole(builtinRoles.orgUser)];
  const account = {
    ...{ name: sshd.username, username: sshd.username, secret_type: 'ssh_key', secret: sshd.privateKey },
    privileged: true,
  };
  const machine = (name: string, body: Json = {}) =>
    inventory.host({
      ...{ name, address: '127.0.0.1', protocols: [{ name: 'ssh', port: sshd.port }] },
      accounts: [account],
      ...body,
    });
  const user = async (username: string) => {
    const id = await estateOf(pool).user(username);
    return { id, ...inventory.as({ id, username, permissions: everyday }) };
  };
  const grant = (to: string, assets: readonly string[], more: Json = {}) =>
    inventory.made(
      inventory.admin.post('/api/v1/perms/asset-permissions/', {
        ...{ name: randomUUID(), users: [to], assets, accounts: ['@ALL'], actions: ['connect'] },
        ...more,
      }),
    );
  return {
    ...inventory,
    ...{ sshd, desk, machine, user, grant },
    stop: async () => {
      await desk.close();
      await services.jobs.close(1_000);
      await inventory.stop();
      sshd.stop();
    },
  };
};
