import { access, constants } from 'node:fs/promises';
import {
  type PlaybookAbility,
  type PlaybookFiles,
  playbookParamsSchema,
  type Target,
} from '@gatehouse/contract/wire/machineWork.ts';
import {
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
import { ansible, programOf } from './program.ts';
import { createToldLines } from './toldLines.ts';

/** Carries out playbooks: those targets of a run that arrive together are the machines of one start of Ansible. */
export type Playbooks = {
  /** What this runner can do; found out once. */
  ability: () => Promise<PlaybookAbility>;
  carryOut: (target: Target, deps: WayDeps) => Promise<Outcome>;
};

/** Most connections of a run to the runner: one for each machine that it works on, and some more. */
const MOST_CONNECTIONS = 64;
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
};

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
  const begin = onMachineOf(machines);
  const door = await openDoor(user, { most: MOST_CONNECTIONS, serve: (socket) => serveAsked(socket, begin) });
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
    let errors = '';
    let said = 0;
    const told = createToldLines((one) => byLabel.get(one.host)?.hear(one));
    const isLeft = () => members.some(({ deps }) => !deps.signal.aborted);
    const leave = () => void (isLeft() || run.end());
    for (const { deps } of members) deps.signal.addEventListener('abort', leave, { once: true });
    leave();
    run.output.on('data', (bytes: Buffer) => {
      said += bytes.length;
      if (said > MOST_SAID) run.end();
      else told(bytes);
    });
    run.errors.on('data', (bytes: Buffer) => {
      errors = (errors + bytes.toString('utf8')).slice(-MOST_ERRORS);
    });
    run.input.end(input);
    const ended = await run.ended;
    settleMembers(members, {
      ...{ ...ended, errors, isFlood: said > MOST_SAID },
      failureOf: (member) =>
        [...byLabel].flatMap(([label, one]) => (one === member ? machines.get(label)?.failure() : [])).at(0),
    });
  } finally {
    for (const machine of machines.values()) machine.close();
    await door.close();
  }
};

/** Playbooks of a runner. */
export const createPlaybooks = ({
  files,
  places,
  mayBeOpen = false,
  find = findConfinement,
  program = ansible,
}: Deps): Playbooks => {
  const turn = createPlaces(places);
  const waiting = new Map<string, Member[]>();
  let found: Promise<{ ability: PlaybookAbility; confinement: Confinement | undefined }> | undefined;

  const look = async () => {
    await removeLeftDoors();
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!isThere) return { ability: 'no_ansible' as const, confinement: undefined };
    const confinement = await find();
    if (confinement) return { ability: 'confined' as const, confinement };
    if (!mayBeOpen) return { ability: 'no_confinement' as const, confinement };
    return {
      ability: 'unconfined' as const,
      confinement: { hasUsers: process.getuid?.() === 0, isOpen: true },
    };
  };
  const state = () => (found ??= look());

  const begin = async (work: string) => {
    const members = waiting.get(work) ?? [];
    waiting.delete(work);
    await turn.enter();
    try {
      const { ability, confinement } = await state();
      if (!confinement) throw new TargetFailure('unsupported', `machine_${ability}`);
      await carryOutTogether(members, { files: await files(work), confinement });
    } catch (error) {
      for (const member of members) member.fail(error);
    } finally {
      turn.leave();
    }
  };
  return {
    ability: async () => (await state()).ability,
    carryOut: (target, deps) => {
      const member = createMember(target, playbookParamsSchema.parse(target.operation.params), deps);
      const others = waiting.get(target.work);
      if (others) others.push(member);
      else {
        waiting.set(target.work, [member]);
        // All targets of one answer begin in the same turn.
        setImmediate(() => void begin(target.work));
      }
      return member.outcome;
    },
  };
};
