import type { PlaybookFiles, playbookParamsSchema, Target } from '@gatehouse/contract/wire/machineWork.ts';
import type { z } from 'zod';
import { legible } from '../../engine/legible.ts';
import { TargetFailure } from '../../engine/targetFailure.ts';
import type { Outcome, WayDeps } from '../../engine/way.ts';
import type { Told } from './toldLines.ts';

/** A run of a playbook that comes with its target, not with its work: the targets with one key run together. */
export type PlaybookRun = {
  key: string;
  files: PlaybookFiles;
  params: Member['params'];
  /** Whether its variables hold a secret, so that it runs only where its files are in memory. */
  isSecret: boolean;
};

/** A machine of a run, while Ansible works on it and others. */
export type Member = {
  target: Target;
  params: z.infer<typeof playbookParamsSchema>;
  deps: WayDeps;
  /** Hears what Ansible says of the machine. */
  hear: (told: Told) => void;
  /** How Ansible did there, once it has said so. */
  stats: () => { failures: number; unreachable: number } | undefined;
  outcome: Promise<Outcome>;
  succeed: () => void;
  fail: (error: unknown) => void;
};

/** What Ansible's own exit codes say: all went well, a task failed, a machine could not be reached. */
const exitCodes = { ok: 0, failed: 2, unreachable: 4 } as const;

/** A machine that waits for its outcome. */
export const createMember = (target: Target, params: Member['params'], deps: WayDeps): Member => {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  let stats: ReturnType<Member['stats']>;
  return {
    ...{ target, params, deps, outcome: promise },
    hear: ({ text, failures, unreachable }) => {
      if (text) deps.print?.(legible(text));
      if (failures !== undefined && unreachable !== undefined) stats = { failures, unreachable };
    },
    stats: () => stats,
    succeed: () => resolve({ exit_code: exitCodes.ok }),
    fail: reject,
  };
};

/** How a run ended as a whole. */
export type RunEnd = {
  code: number | null;
  limit: 'memory' | 'entries' | undefined;
  /** What Ansible complained of. */
  errors: string;
  isFlood: boolean;
  /** Why the machine of a member could not be reached. */
  failureOf: (member: Member) => TargetFailure | undefined;
};

/** Why Ansible said nothing about a machine at the end; it sums up all others if it came to its end. */
const unsaid = ({ code, limit, isFlood }: RunEnd, isSummedUp: boolean): TargetFailure => {
  if (limit) return new TargetFailure('failed', `machine_playbook_${limit}`);
  if (isFlood) return new TargetFailure('failed', 'machine_playbook_flood');
  if (code === exitCodes.ok) return new TargetFailure('failed', 'machine_playbook_none');
  if (isSummedUp) return new TargetFailure('failed', 'machine_playbook_passed');
  return new TargetFailure('failed', 'machine_playbook_ended', { code: code ?? '-' });
};

/** Gives each machine of a run its outcome. */
export const settleMembers = (members: readonly Member[], end: RunEnd): void => {
  const complaint = legible(end.errors).trim();
  const isSummedUp = members.some((member) => member.stats() !== undefined);
  for (const member of members) {
    const stats = member.stats();
    if (!stats) {
      if (complaint && !isSummedUp && end.code !== exitCodes.ok) member.deps.print?.(`${complaint}\n`);
      member.fail(unsaid(end, isSummedUp));
    } else if (stats.unreachable > 0)
      member.fail(
        end.failureOf(member) ??
          new TargetFailure(
            'unreachable',
            'machine_playbook_unreachable',
            {},
            { exitCode: exitCodes.unreachable },
          ),
      );
    else if (stats.failures > 0)
      member.fail(
        new TargetFailure(
          'failed',
          'machine_playbook_failed',
          { count: stats.failures },
          { exitCode: exitCodes.failed },
        ),
      );
    else member.succeed();
  }
};
