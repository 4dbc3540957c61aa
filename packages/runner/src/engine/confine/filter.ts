import { endianness } from 'node:os';

/** Operations of the filter's machine (linux/bpf_common.h, linux/filter.h). */
const op = { load: 0x20, isEqual: 0x15, isAtLeast: 0x35, and: 0x54, answer: 0x06 } as const;
/** Where a call, its architecture and the lower half of its fourth argument are (linux/seccomp.h, struct seccomp_data). */
const at = { call: 0, architecture: 4, flags: 16 + 3 * 8 } as const;
const answers = { allow: 0x7fff_0000, kill: 0x8000_0000, refuse: 0x0005_0001 } as const;

/** Numbers of calls by architecture (asm/unistd.h). */
type Numbers = { architecture: number; mmap: number; refused: readonly number[] };

/** Where processes of 32 bits make calls of the same architecture, their numbers begin here. */
const X32 = 0x4000_0000;

const x64: Numbers = {
  architecture: 0xc000_003e,
  mmap: 9,
  refused: [
    // shmget, shmat, shmctl, semget, semop, semctl, shmdt, msgget, msgsnd, msgrcv, msgctl, semtimedop
    ...[29, 30, 31, 64, 65, 66, 67, 68, 69, 70, 71, 220],
    // mq_open, add_key, request_key, keyctl, perf_event_open, bpf, userfaultfd
    ...[240, 248, 249, 250, 298, 321, 323],
    // memfd_create, io_uring_setup, memfd_secret
    ...[319, 425, 447],
  ],
};

const arm64: Numbers = {
  architecture: 0xc000_00b7,
  mmap: 222,
  refused: [
    ...[194, 196, 195, 190, 193, 191, 197, 186, 189, 188, 187, 192],
    ...[180, 217, 218, 219, 241, 280, 282],
    ...[279, 425, 447],
  ],
};

/** MAP_SHARED and MAP_ANONYMOUS: memory that stays when it is no longer mapped, and is then counted nowhere. */
const SHARED_ANONYMOUS = 0x21;

type Step = { code: number; value: number; yes?: number; no?: number };

const answer = (value: number): Step => ({ code: op.answer, value });
const load = (value: number): Step => ({ code: op.load, value });

/** What is done with the calls of one architecture. */
const stepsFor = ({ mmap, refused }: Numbers): Step[] => [
  load(at.call),
  { code: op.isAtLeast, value: X32, yes: 0, no: 1 },
  answer(answers.refuse),
  ...refused.flatMap((value): Step[] => [{ code: op.isEqual, value, yes: 0, no: 1 }, answer(answers.refuse)]),
  { code: op.isEqual, value: mmap, yes: 0, no: 4 },
  load(at.flags),
  { code: op.and, value: SHARED_ANONYMOUS },
  { code: op.isEqual, value: SHARED_ANONYMOUS, yes: 0, no: 1 },
  answer(answers.refuse),
  answer(answers.allow),
];

/**
 * The filter of system calls of a confined run, as the kernel reads it (decision 0458): it refuses those that hold memory
 * which is not counted, and some that a run never needs. Processes of any other architecture are ended.
 */
export const callFilter = (): Buffer => {
  const steps = [
    load(at.architecture),
    ...[x64, arm64].flatMap((numbers): Step[] => {
      const own = stepsFor(numbers);
      return [{ code: op.isEqual, value: numbers.architecture, yes: 0, no: own.length }, ...own];
    }),
    answer(answers.kill),
  ];
  const bytes = Buffer.alloc(8 * steps.length);
  const isLittle = endianness() === 'LE';
  for (const [index, { code, value, yes = 0, no = 0 }] of steps.entries()) {
    const start = 8 * index;
    if (isLittle) bytes.writeUInt16LE(code, start);
    else bytes.writeUInt16BE(code, start);
    bytes.writeUInt8(yes, start + 2);
    bytes.writeUInt8(no, start + 3);
    if (isLittle) bytes.writeUInt32LE(value, start + 4);
    else bytes.writeUInt32BE(value, start + 4);
  }
  return bytes;
};
