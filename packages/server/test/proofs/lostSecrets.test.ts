import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target, TargetReport } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { proofSize, tellFigure } from '../../../../scripts/proofSize.ts';
import { type Certain, createFaults, faultKinds, type Injure, pause } from './secrets/faults.ts';
import type { Call, Watch } from './secrets/line.ts';
import {
  type Machine,
  machinePrograms,
  type Reach,
  startModelMachine,
  untilIdle,
} from './secrets/modelMachine.ts';
import { type SecretPrograms, startSecretPrograms } from './secrets/secretPrograms.ts';
import { canHaveUsers, startSshdMachines } from './secrets/sshdMachines.ts';
import { createWaves } from './secrets/waves.ts';

const size = {
  /** Changes that a fault is to befall. */
  changes: proofSize({ small: 5, whole: 1_000 }),
  /** Machines with one account each, and how many of them are real OpenSSH servers. */
  machines: proofSize({ small: 6, whole: 100 }),
  real: proofSize({ small: 1, whole: 30 }),
};
/** Seconds that a runner gets for a change that is to take too long, and how long that takes. */
const [shortSeconds, longMs] = [2, 3_000];

/** How long a program that was killed, or a database that is gone, stays away, in milliseconds. */
const away = { from: 0, to: proofSize({ small: 100, whole: 1_000 }) };

/** Carries faults out in the real programs. What is broken is mended behind the back of the proof. */
const injuries = (at: { programs: () => SecretPrograms; machine: (account: string) => Machine }) => {
  const repairs = new Set<Promise<void>>();
  const mend = (work: () => Promise<void>) => {
    const repair = pause(away.from, away.to).then(work);
    repairs.add(repair);
    void repair.finally(() => repairs.delete(repair));
  };
  const killed = (name: 'server' | 'runner') => async () => {
    const program = at.programs()[name];
    if (!program.isUp()) return false;
    await program.kill();
    mend(program.start);
    return true;
  };
  let isGone = false;
  const injure: Injure = {
    'server killed': killed('server'),
    'runner killed': killed('runner'),
    'database gone': async () => {
      if (isGone) return false;
      isGone = true;
      const { database } = at.programs();
      database.shut();
      mend(async () => {
        database.open();
        isGone = false;
      });
      return true;
    },
    'line cut': async () => {
      at.programs().line.cut();
      return true;
    },
    'machine cut': async (account) => {
      const { relay } = at.machine(account);
      const isOpen = relay.links().length > 0;
      relay.cut();
      return isOpen;
    },
    'machine slow': async () => {
      await pause(500, 1_500);
      return true;
    },
    'time-out': async () => {
      await sleep(longMs);
      return true;
    },
  };
  const mended = async () => {
    while (repairs.size > 0) await Promise.all(repairs);
  };
  return { injure, mended };
};

type Targets = { targets: Target[] };

/** Notices the steps of changes in what runner and server tell each other. */
const watching = (faults: ReturnType<typeof createFaults>): Watch => {
  const accounts = new Map<string, string>();
  const reported = ({ body }: Call, isKnown = false) =>
    (body as Pick<TargetReport, 'id' | 'holds'>[]).flatMap(({ id, holds }) =>
      isKnown && !holds ? [] : (accounts.get(id) ?? []),
    );
  return {
    sent: async (call) => {
      if (call.path.endsWith('/report/')) await faults.reach(reported(call), 'reporting');
    },
    answered: async (call) => {
      if (call.path.endsWith('/report/')) {
        await faults.reach(reported(call), 'reported');
        for (const account of reported(call, true)) faults.leave(account);
      }
      const { targets } =
        ((call.path.endsWith('/take/') ? call.answer : undefined) as Partial<Targets>) ?? {};
      if (!targets) return undefined;
      for (const { id, change } of targets) if (change) accounts.set(id, change.username);
      const given = targets.flatMap(({ operation, change }) =>
        change && operation.kind === 'change_secret' ? change.username : [],
      );
      await faults.reach(given, 'given');
      return {
        ...(call.answer as Targets),
        targets: targets.map((target) =>
          faults.takesTooLong(target.change?.username ?? '', target.operation.kind === 'find_secret')
            ? { ...target, timeout: shortSeconds }
            : target,
        ),
      };
    },
  };
};

const startMachines = async (reach: Reach): Promise<Machine[]> => {
  const names = Array.from({ length: size.machines }, (_, at) => `app${at}`);
  const real = canHaveUsers() ? size.real : 0;
  const [secret, root] = ['old-1', randomBytes(9).toString('base64url')];
  const folder = machinePrograms();
  const models = names
    .slice(real)
    .map((account) => startModelMachine({ account, secret, root, folder }, reach));
  return [
    ...(await startSshdMachines({ accounts: names.slice(0, real), secret, root }, reach)),
    ...(await Promise.all(models)),
  ];
};

/** What each wave has for certain, in turn: what befalls every change under way; in the small proof, at the steps that matter most. */
const certain: readonly Certain[][] = proofSize({
  small: [
    [
      { kind: 'database gone', step: 'set' },
      { kind: 'runner killed', step: 'reporting' },
      { kind: 'time-out', step: 'asked' },
      { kind: 'machine cut', step: 'proving' },
    ],
  ],
  whole: [
    [{ kind: 'runner killed' }, { kind: 'server killed' }],
    [{ kind: 'database gone' }, { kind: 'runner killed' }],
    [{ kind: 'server killed' }, { kind: 'database gone' }],
    [{ kind: 'line cut', step: 'given' }, { kind: 'server killed' }],
  ],
});

test(
  'W4: whatever is killed, cut off or slow at whichever step, no account is left without a working secret that is known',
  async () => {
    let programs: SecretPrograms | undefined;
    const machines = new Map<string, Machine>();
    const { injure, mended } = injuries({
      programs: () => programs!,
      machine: (account) => machines.get(account)!,
    });
    const faults = createFaults(injure);
    for (const machine of await startMachines((account, step) => faults.reach([account], step)))
      machines.set(machine.account, machine);
    programs = await startSecretPrograms(watching(faults));
    const all = [...machines.values()];
    const waves = await createWaves(programs, {
      machines: all,
      searching: faults.search,
      quiet: async () => {
        await mended();
        await untilIdle(all);
      },
    });
    // Each machine is known before anything befalls it.
    await waves.play();
    let [changes, befallen] = [0, 0];
    for (let wave = 0; befallen < size.changes; wave += 1) {
      faults.plan(
        [...machines.keys()].toSorted(() => Math.random() - 0.5),
        certain[wave % certain.length] ?? [],
      );
      changes += await waves.play();
      befallen += faults.hit();
    }
    expect(faults.kinds().size).toBeGreaterThanOrEqual(proofSize({ small: 1, whole: faultKinds.length }));
    tellFigure(
      `${changes} changes, ${befallen} of them with a fault, ${waves.told()}, 0 accounts without a known secret; ${faults.told()}`,
    );
  },
  proofSize({ small: 300_000, whole: 7_200_000 }),
);
