import { setTimeout as sleep } from 'node:timers/promises';

/** What may befall a change. */
export const faultKinds = [
  'server killed',
  'runner killed',
  'database gone',
  'line cut',
  'machine cut',
  'machine slow',
  'time-out',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/**
 * Where a change is: `stored` and with no runner, `given` to one that does not know it yet, at its first sign-in, before
 * its machine sets the secret and after it, at the sign-in that proves it, with its report on the way or taken, or looked for.
 */
export const steps = [
  'stored',
  'given',
  'signing in',
  'asked',
  'set',
  'proving',
  'reporting',
  'reported',
  'searched',
] as const;
export type Step = (typeof steps)[number];

const atMachine: readonly Step[] = ['signing in', 'asked', 'set', 'proving', 'searched'];
const atReports: readonly Step[] = ['reporting', 'reported'];
const anywhere: readonly Step[] = ['given', ...atReports, ...atMachine];

/** Where each kind can be injected, and how often it is chosen: the first three befall every change under way. */
const places: Readonly<Record<FaultKind, { steps: readonly Step[]; weight: number }>> = {
  'server killed': { steps: anywhere, weight: 1 },
  'runner killed': { steps: anywhere, weight: 1 },
  'database gone': { steps: anywhere, weight: 1 },
  // As they are given it would befall all of them, so it is planned there for certain only.
  'line cut': { steps: [...atReports, ...atMachine], weight: 80 },
  'machine cut': { steps: atMachine, weight: 110 },
  'machine slow': { steps: atMachine, weight: 50 },
  'time-out': { steps: atMachine, weight: 80 },
};

/** How faults are carried out; each returns whether it happened. */
export type Injure = Readonly<Record<FaultKind, (account: string) => Promise<boolean>>>;

const one = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;

/** Each kind as often as it is heavy. */
const lots = faultKinds.flatMap((kind) => Array<FaultKind>(places[kind].weight).fill(kind));

type Plan = { kind: FaultKind; step: Step; hasHappened: boolean };

/** What leaves it open which secret holds, so that there is a search which something can befall. */
const leavesOpen: Pick<Plan, 'kind' | 'step'> = { kind: 'time-out', step: 'set' };

/** A fault that is planned for certain; without a step, at a random one. */
export type Certain = { kind: FaultKind; step?: Step };

const plansFor = ({ kind, step = one(places[kind].steps) }: Certain): Plan[] => {
  const all = step === 'searched' ? [leavesOpen, { kind, step }] : [{ kind, step }];
  return all.map((plan) => ({ ...plan, hasHappened: false }));
};

const broad: ReadonlySet<FaultKind> = new Set(['server killed', 'runner killed', 'database gone']);

/** Plans a fault at a random step of each change, carries them out, and counts what really happened. */
export const createFaults = (injure: Injure) => {
  const plans = new Map<string, Plan[]>();
  const at = new Map<string, Step>();
  const hit = new Set<string>();
  const counts = new Map<string, number>();
  const note = (account: string, kind: FaultKind, step: Step) => {
    hit.add(account);
    const name = `${kind}, ${step}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const happen = async (account: string, plan: Plan): Promise<void> => {
    plan.hasHappened = true;
    // What befalls all finds each change where it is at this moment; what was given together is lost together.
    const together = plan.step === 'given' ? [...at].filter(([, step]) => step === 'given') : [];
    const befallen = broad.has(plan.kind) ? [...at] : [...new Map([[account, plan.step], ...together])];
    if (!(await injure[plan.kind](account))) {
      plan.hasHappened = false;
      return;
    }
    for (const [whom, step] of befallen) note(whom, plan.kind, step);
  };
  return {
    /** Plans a fault for each change of a wave, some of them for certain. */
    plan: (accounts: readonly string[], certain: readonly Certain[]) => {
      plans.clear();
      at.clear();
      hit.clear();
      for (const [index, account] of accounts.entries()) {
        plans.set(account, plansFor(certain[index] ?? { kind: one(lots) }));
        at.set(account, 'stored');
      }
    },
    /** Whether a change, or the search for it, is to take longer than its runner may. */
    takesTooLong: (account: string, isSearch: boolean): boolean =>
      plans
        .get(account)
        ?.some(
          ({ kind, step, hasHappened }) =>
            kind === 'time-out' && (step === 'searched') === isSearch && !hasHappened,
        ) ?? false,
    /** Changes have come to a step; resolves when what was to happen there is over. */
    reach: async (accounts: readonly string[], step: Step): Promise<void> => {
      const here = accounts.filter((account) => at.has(account));
      for (const account of here) at.set(account, step);
      await Promise.all(
        here.map(async (account) => {
          const plan = plans.get(account)?.find((planned) => planned.step === step && !planned.hasHappened);
          if (plan) await happen(account, plan);
        }),
      );
    },
    /** These changes are looked for now; the others are over. */
    search: (accounts: readonly string[]) => {
      at.clear();
      for (const account of accounts) if (plans.has(account)) at.set(account, 'searched');
    },
    /** What came of it is known: nothing can befall it any more. */
    leave: (account: string) => void at.delete(account),
    /** Changes that a fault has befallen. */
    hit: () => hit.size,
    told: (): string =>
      faultKinds
        .map((kind) => {
          const found = steps.flatMap((step) => {
            const count = counts.get(`${kind}, ${step}`);
            return count ? `${step} ${count}` : [];
          });
          return `${kind}: ${found.join(', ') || 'never'}`;
        })
        .join('; '),
    kinds: () => new Set([...counts.keys()].map((name) => name.split(',')[0])),
  };
};

/** A pause of random length, in milliseconds. */
export const pause = (from: number, to: number): Promise<void> => sleep(from + Math.random() * (to - from));
