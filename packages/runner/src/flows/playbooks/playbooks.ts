import { access, constants } from 'node:fs/promises';
import {
  type PlaybookAbility,
  type PlaybookFiles,
  playbookParamsSchema,
  type Target,
} from '@gatehouse/contract/wire/machineWork.ts';
import {
  type ConfinedRun,
  type Confinement,
  findConfinement,
  newUser,
  startConfined,
} from '../../engine/confine/confinement.ts';
import { openDoor, removeLeftDoors } from '../../engine/confine/door.ts';
import { createPlaces } from '../../engine/places.ts';
import { TargetFailure } from '../../engine/targetFailure.ts';
import type { Outcome, WayDeps } from '../../engine/way.ts';
import { serveAsked } from './doorDesk.ts';
import { labelsFor } from './inventory.ts';
import { createMachine, onMachineOf } from './machines.ts';
import { createMember, type Member, settleMembers } from './members.ts';
import { runOfMethod, withoutSecretsOf } from './ownMethod.ts';
import { ansible, programOf } from './program.ts';
import { createToldLines } from './toldLines.ts';

/** Carries out playbooks: those targets of a run that arrive together are the machines of one start of Ansible. */
export type Playbooks = {
  /** What this runner can do now. */
  ability: () => Promise<PlaybookAbility>;
  carryOut: (target: Target, deps: WayDeps) => Promise<Outcome>;
  /** Carries out the method of a target that an administrator has written. */
  carryOutMethod: (target: Target, deps: WayDeps) => Promise<Outcome>;
  /** Whether a further start of Ansible would have to wait. */
  isFull: () => boolean;
};

/** Most connections of a run to the runner, and commands on machines: one for each process of Ansible, and some more. */
const MOST_CONNECTIONS = 24;
/** Most bytes that Ansible may say, and how much of its complaints is kept. */
const MOST_SAID = 64 * 1024 * 1024;
const MOST_ERRORS = 16 * 1024;

type Deps = {
  files: (work: string) => Promise<PlaybookFiles>;
  /** Starts of Ansible at the same time. */
  places: number;
  /** Whether playbooks run without a sandbox where this machine has none. */
  mayBeOpen?: boolean;
  find?: typeof findConfinement;
  program?: string;
  isRoot?: boolean;
};

/** Hears what a run says; ends it if that is too much. */
const listenTo = (run: ConfinedRun, take: (bytes: Buffer) => void) => {
  let errors = '';
  let said = 0;
  const isFlood = () => said > MOST_SAID;
  const count = (bytes: Buffer): boolean => {
    said += bytes.length;
    if (isFlood()) run.end();
    return !isFlood();
  };
  run.output.on('data', (bytes: Buffer) => {
    if (count(bytes)) take(bytes);
  });
  run.errors.on('data', (bytes: Buffer) => {
    if (count(bytes)) errors = (errors + bytes.toString('utf8')).slice(-MOST_ERRORS);
  });
  return { isFlood, errors: () => errors };
};

const isLeft = (members: readonly Member[]): boolean => members.some(({ deps }) => !deps.signal.aborted);

const carryOutTogether = async (
  members: readonly Member[],
  { files, confinement }: { files: PlaybookFiles; confinement: Confinement },
): Promise<void> => {
  const [first] = members;
  if (!first) return;
  const labels = labelsFor(members.map(({ target }) => target.connection.asset.name));
  const byLabel = new Map(members.map((member, at) => [labels[at] ?? '', member]));
  const machines = new Map(
    [...byLabel].map(([label, { target, deps }]) => [label, createMachine(target, deps)]),
  );
  const user = newUser(confinement);
  const begin = onMachineOf(machines, MOST_CONNECTIONS);
  const door = await openDoor(user, { most: MOST_CONNECTIONS, serve: (socket) => serveAsked(socket, begin) });
  const close = async () => {
    for (const machine of machines.values()) machine.close();
    await door.close();
  };
  try {
    const { program, input } = await programOf({
      files,
      machines: [...byLabel].map(([label, { params }]) => ({ label, variables: params.variables })),
      parameters: first.params.parameters,
      isDry: first.params.dry_run,
      ...(confinement.isOpen && { folders: { work: door.work, door: door.folder } }),
    });
    const run = startConfined(program, {
      ...{ user, door: door.folder },
      open: confinement.isOpen ? door.work : undefined,
    });
    const leave = () => {
      if (isLeft(members)) return;
      run.end();
      void close();
    };
    for (const { deps } of members) deps.signal.addEventListener('abort', leave, { once: true });
    leave();
    const heard = listenTo(
      run,
      createToldLines((one) => byLabel.get(one.host)?.hear(one)),
    );
    run.input.end(input);
    const ended = await run.ended;
    // Before the outcome is told: nothing of the run can reach a machine afterwards.
    await close();
    settleMembers(members, {
      ...{ ...ended, errors: heard.errors(), isFlood: heard.isFlood() },
      failureOf: (member) =>
        [...byLabel].flatMap(([label, one]) => (one === member ? machines.get(label)?.failure() : [])).at(0),
    });
  } finally {
    await close();
  }
};

/** Playbooks of a runner. */
export const createPlaybooks = ({
  files,
  places,
  mayBeOpen = false,
  find = findConfinement,
  program = ansible,
  isRoot = process.getuid?.() === 0,
}: Deps): Playbooks => {
  const turn = createPlaces(places);
  const waiting = new Map<string, Member[]>();
  type State = { ability: PlaybookAbility; confinement: Confinement | undefined };
  let looking: Promise<State> | undefined;

  const look = async (): Promise<State> => {
    await removeLeftDoors();
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!isThere) return { ability: 'no_ansible', confinement: undefined };
    const found = await find();
    if (typeof found !== 'string') return { ability: 'confined', confinement: found };
    // Where a confinement only fails for now, or a run would be the user of the runner and read its secrets, none begins.
    if (!mayBeOpen || !isRoot || found === 'failing')
      return { ability: 'no_confinement', confinement: undefined };
    return { ability: 'unconfined', confinement: { hasUsers: true, isOpen: true } };
  };
  /** Looks again until runs are confined. */
  const state = async (): Promise<State> => {
    looking ??= look();
    const found = await looking;
    if (found.ability !== 'confined') looking = undefined;
    return found;
  };

  const begin = async (key: string, of: { files: () => Promise<PlaybookFiles>; isSecret: boolean }) => {
    const members = waiting.get(key) ?? [];
    waiting.delete(key);
    const resume = members.map(({ deps }) => deps.pauseTime?.());
    await turn.enter();
    for (const start of resume) start?.();
    try {
      if (!isLeft(members)) return;
      const { ability, confinement } = await state();
      if (!confinement) throw new TargetFailure('unsupported', `machine_${ability}`);
      // Without a confinement, its files would be on a disk.
      if (of.isSecret && confinement.isOpen) throw new TargetFailure('unsupported', 'machine_no_confinement');
      await carryOutTogether(members, { files: await of.files(), confinement });
    } catch (error) {
      for (const member of members) member.fail(error);
    } finally {
      turn.leave();
    }
  };
  /** All targets of one answer begin in the same turn. */
  const join = (member: Member, key: string, of: Parameters<typeof begin>[1]): Promise<Outcome> => {
    const others = waiting.get(key);
    if (others) others.push(member);
    else {
      waiting.set(key, [member]);
      setImmediate(() => void begin(key, of));
    }
    return member.outcome;
  };
  return {
    ability: async () => (await state()).ability,
    isFull: turn.isFull,
    carryOut: (target, deps) => {
      const { work, operation } = target;
      const member = createMember(target, playbookParamsSchema.parse(operation.params), deps);
      return join(member, work, { files: () => files(work), isSecret: false });
    },
    carryOutMethod: (target, deps) => {
      const { key, params, files: own, isSecret } = runOfMethod(target);
      const { print } = deps;
      const told = print ? { ...deps, print: withoutSecretsOf(target, print) } : deps;
      return join(createMember(target, params, told), key, { files: async () => own, isSecret });
    },
  };
};
