import { isDeepStrictEqual } from 'node:util';
import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import {
  type CompiledFilters,
  compileFilters,
  decideCommand,
} from '@gatehouse/policy/commands/decideCommand.ts';
import { isUnknown } from '@gatehouse/policy/commands/gateOutcome.ts';
import { freshState } from '@gatehouse/policy/commands/shell/session.ts';
import { readLine } from '@gatehouse/policy/commands/shell/simpleCommands.ts';
import { inOrder } from '@gatehouse/policy/limits/inOrder.ts';
import { startsOther } from './otherPrograms.ts';
import type { Judge, Ruling } from './ruling.ts';

/** Filters of a session, which may change while it runs. */
type SessionFilters = {
  judge: Judge;
  /** From now on these decide; what the shell was told before still counts. */
  replace: (filters: readonly CommandFilter[]) => void;
};

const plain = <T extends string>(choice: T | { value: T }): T =>
  typeof choice === 'string' ? choice : choice.value;

const entryOf = ({ id, name, action, command_groups }: CommandFilter) => ({
  id,
  name,
  action: plain(action),
  command_groups: command_groups.map((group) => ({ ...group, type: plain(group.type) })),
});
type Entry = ReturnType<typeof entryOf>;

/** Whether aliases, functions or variables of earlier lines change what a line runs. */
const dependsOn = (state: typeof freshState, line: string): boolean => {
  const [now, alone] = [state, freshState].map((one) => {
    const { commands, spans, isUnparsed } = readLine(line.trim(), one);
    return { commands, spans, isUnparsed };
  });
  return !isDeepStrictEqual(now, alone);
};

const rulingOf = (line: string, filters: CompiledFilters<Entry>, state: typeof freshState): Ruling => {
  const verdict = decideCommand(line, filters, state);
  const { outcome, filter, group } = verdict;
  return {
    action: outcome === 'none' ? 'accept' : outcome,
    ...(isUnknown(verdict) && { isUnknown: true }),
    ...(outcome === 'review' && dependsOn(state, line) && { isDependent: true }),
    ...(filter && {
      rule: {
        filter: { id: filter.id, name: filter.name },
        group: group ? { id: group.id, name: group.name } : null,
      },
    }),
  };
};

/** Rules of which a part cannot be read forbid what nothing can tell: no line is decided by the rest of them. */
const refuseInvalid = ({ invalid }: CompiledFilters<Entry>): void => {
  if (invalid.length === 0) return;
  const names = invalid.map(({ id, name }) => `${name} (${id})`).join(', ');
  throw new Error(`command groups cannot be compiled: ${names}`);
};

/** What sessions decide by now, under what it was compiled from: sessions with the same rules share it. */
const inUse = new Map<string, WeakRef<CompiledFilters<Entry>>>();
const released = new FinalizationRegistry<string>((key) => {
  if (inUse.get(key)?.deref() === undefined) inUse.delete(key);
});

const sharedForm = (entries: readonly Entry[]): CompiledFilters<Entry> => {
  const key = JSON.stringify(entries);
  const known = inUse.get(key)?.deref();
  if (known) return known;
  const compiled = compileFilters(entries);
  inUse.set(key, new WeakRef(compiled));
  released.register(compiled, key);
  return compiled;
};

/** Compiled, 100 first; null when none is active. */
const compiledOf = (filters: readonly CommandFilter[]): CompiledFilters<Entry> | null => {
  const active = filters.filter((filter) => filter.is_active && filter.command_groups.length > 0);
  if (active.length === 0) return null;
  return sharedForm(active.toSorted(inOrder).map(entryOf));
};

/** Decides lines by the filters of a connection; without an active one, nothing has to be decided. */
export const createSessionFilters = (filters: readonly CommandFilter[]): SessionFilters => {
  let compiled = compiledOf(filters);
  let state = freshState;
  return {
    judge: {
      isIdle: () => compiled === null,
      decide: (line) => {
        if (!compiled) return { action: 'accept' };
        refuseInvalid(compiled);
        return rulingOf(line, compiled, state);
      },
      entered: (line) => {
        if (compiled) ({ state } = readLine(line.trim(), state));
      },
      startsOther,
      isUnfinished: (line) => readLine(line, state).isUnfinished,
    },
    replace: (next) => {
      compiled = compiledOf(next);
    },
  };
};
