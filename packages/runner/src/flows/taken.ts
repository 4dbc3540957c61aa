import {
  MOST_TARGETS,
  type Target,
  type TargetReport,
  takenTargetsSchema,
  targetSchema,
} from '@gatehouse/contract/wire/machineWork.ts';
import { z } from 'zod';

/** What a runner was given: targets, and those that it cannot read, as it reports them. */
export type Taken = { targets: Target[]; unreadable: TargetReport[]; has_more: boolean };

const answerSchema = takenTargetsSchema.extend({ targets: z.array(z.unknown()).max(MOST_TARGETS) });
const namedSchema = z.object({
  id: z.uuid(),
  operation: z.object({ kind: z.string(), method: z.string() }).partial().catch({}),
});

/** Kinds of work that hand over a secret; nothing was done, so the one that the machine has still holds. */
const changing = ['change_secret', 'push_account'];

const unsupported = (sent: unknown): TargetReport[] => {
  const { data } = namedSchema.safeParse(sent);
  // What has no name cannot be reported; the next call does not name it as held.
  if (!data) return [];
  const { kind = '', method = '-' } = data.operation;
  const now = new Date().toISOString();
  return [
    {
      ...{ id: data.id, status: 'unsupported', output: '', exit_code: null, facts: null, accounts: null },
      ...{ placed: null, times: [] },
      error: { key: 'machine_method_unsupported', params: { method } },
      holds: changing.includes(kind) ? 'untouched' : null,
      ...{ date_start: now, date_end: now },
    },
  ];
};

/** Reads the answer to a call that takes targets, one by one: those that were given with a bad one are carried out. */
export const readTaken = (answer: unknown): Taken => {
  const { targets: sent, has_more } = answerSchema.parse(answer);
  const taken: Taken = { targets: [], unreadable: [], has_more };
  for (const one of sent) {
    const { data } = targetSchema.safeParse(one);
    if (data) taken.targets.push(data);
    else taken.unreadable.push(...unsupported(one));
  }
  return taken;
};
