/** Work on machines: how a runner takes targets and reports what became of them (decision 0406). */

import { z } from 'zod';
import { transferLimits } from '../ops/fileTransfer.ts';
import { playbookLimits } from '../ops/playbookFiles.ts';
import { connectionSecretSchema, secretAccountSchema } from './connection.ts';

/**
 * POST `takeTargetsSchema`: the next targets for the runner, with their secrets, as `takenTargetsSchema`. A target is
 * given to one runner, once.
 */
export const TAKE_TARGETS_PATH = '/api/v1/ops/machine-work/take/';
/** POST an array of `targetReportSchema`: what became of targets. May be repeated; what the runner does not hold is ignored. */
export const REPORT_TARGETS_PATH = '/api/v1/ops/machine-work/report/';

/** POST an array of `targetOutputSchema`: what commands printed so far. May be repeated. */
export const OUTPUT_PATH = '/api/v1/ops/machine-work/output/';

/** POST `askedFilesSchema`: the files of a playbook whose targets the runner holds, as `playbookFilesSchema`. */
export const PLAYBOOK_FILES_PATH = '/api/v1/ops/machine-work/files/';

/** POST `askedPieceSchema`: a part of a file of a transfer of which the runner holds a target, as bytes. */
export const FILE_PIECE_PATH = '/api/v1/ops/machine-work/piece/';

/** A task that is not stored: targets wait for a runner that has room. */
export const WORK_WAITS = 'work_waits';
/** A task that is not stored: `args` is the id of work whose targets end at once. */
export const STOP_WORK = 'stop_work';

/** Most targets that are given, and reported, in one call. */
export const MOST_TARGETS = 100;
/** Maximum number of characters of output kept for a target. */
export const MOST_TARGET_OUTPUT = 256 * 1024;

/** Body of a call that takes targets. */
export const takeTargetsSchema = z.object({
  /** How many targets the runner has room for; 0: it only tells what it holds. */
  places: z.number().int().min(0).max(MOST_TARGETS),
  /**
   * When the process began, as its heartbeats say: what an earlier process of the runner held is lost. Compared as it
   * is, so that no clock matters.
   */
  date_started: z.iso.datetime(),
  /**
   * Targets that the runner still works on, or whose report was not accepted yet; whatever else it was given is lost, as
   * when the answer to an earlier call never reached it.
   */
  holding: z.array(z.guid()).max(1000).optional(),
  /** Those of them that wait in the runner for their turn: their time has not begun. */
  waiting: z.array(z.guid()).max(1000).default([]),
  /** Methods for which it has no room now. */
  full: z.array(z.string().max(64)).max(16).default([]),
});

/**
 * What is done to a target. `method` is an automation method of its platform (reference 04 §12) or a way to run
 * commands, `params` are the fields of that method.
 */
export const operationSchema = z.object({
  kind: z.enum([
    'ping',
    'gather_facts',
    'gather_accounts',
    'verify_account',
    'change_secret',
    'push_account',
    'find_secret',
    'remove_account',
    'run_command',
  ]),
  method: z.string().max(64),
  params: z.record(z.string(), z.unknown()).default({}),
});
export type Operation = z.infer<typeof operationSchema>;

/** Which keys of an account stay: all, only the new one, or all but those that were set from here. */
export const keyStrategies = ['add', 'set', 'set_jms'] as const;

export type KeyStrategy = (typeof keyStrategies)[number];

/** What ends each line of `authorized_keys` that was set from here, followed by `-` and the id of the account. */
export const KEY_MARK = 'managed-by-gatehouse';

/** The public part of a new key, that of the previous one where it is known, and what happens to other keys. */
export const authorizedKeySchema = z.object({
  line: z.string().regex(/^[\w@.-]+ [A-Za-z0-9+/=]+ [\w-]+$/),
  old_blob: z
    .string()
    .regex(/^[A-Za-z0-9+/=]+$/)
    .nullable(),
  strategy: z.enum(keyStrategies),
});
export type AuthorizedKey = z.infer<typeof authorizedKeySchema>;

/** Most accounts before the one that works, with the one that signs in. */
export const MOST_SWITCHES = 3;

/**
 * The accounts from which another one switches, in order; the first signs in (decision 0475). `sudo` asks for the
 * password of the account that switches, `su` for that of the account it leads to.
 */
export const switchingSchema = z.object({
  method: z.enum(['sudo', 'su']),
  from: z.array(secretAccountSchema).min(1).max(MOST_SWITCHES),
});

/**
 * A change of the secret of an account (decision 0432). `change_secret` signs in with the account of the connection,
 * makes the change, and finds out by fresh sign-ins which secret is valid; `push_account` does so too, and creates the
 * account first if it is missing; `find_secret` only finds out.
 */
export const secretChangeSchema = z.object({
  username: z.string().min(1),
  secret_type: z.enum(['password', 'ssh_key']),
  secret: z.string().min(1),
  /** The previous secret; null if none is known. */
  old_secret: z.string().nullable(),
  /** For keys: what goes into `authorized_keys` (decision 0445). */
  key: authorizedKeySchema.nullable().default(null),
  /** From which accounts it switches, so that `su` proves its password where it may not sign in itself. */
  switching: switchingSchema.nullish(),
});
export type SecretChange = z.infer<typeof secretChangeSchema>;

/**
 * What is known about a secret after work on it: `untouched`: no change was sent to the machine; `old` and `new`: a
 * fresh sign-in with this secret succeeded.
 */
export const heldSecretSchema = z.enum(['untouched', 'old', 'new']);
export type HeldSecret = z.infer<typeof heldSecretSchema>;

/** One asset, or one account of it, on which work is done. */
export const targetSchema = z.object({
  id: z.uuid(),
  /** The work it belongs to; its id is that of the task whose log tells of it. */
  work: z.uuid(),
  operation: operationSchema,
  /** Seconds after which the runner gives up. */
  timeout: z.number().int().min(1),
  /**
   * How to connect, with the account and its secret; `user` is the user who asked for the work. `asset.spec_info` and
   * `asset.secret_info` hold what databases need.
   */
  connection: connectionSecretSchema,
  change: secretChangeSchema.nullable().default(null),
  /** From which accounts that of the connection switches; null: it signs in itself. */
  switching: switchingSchema.nullish(),
});
export type Target = z.infer<typeof targetSchema>;

/** Answer to a call that takes targets. */
export const takenTargetsSchema = z.object({
  targets: z.array(targetSchema).max(MOST_TARGETS),
  /** Whether more wait, so that the runner asks again as soon as it has room. */
  has_more: z.boolean(),
});

/** The method that runs a command in a POSIX shell over SSH, and its parameters. */
export const SHELL_METHOD = 'shell_by_ssh';
export const shellParamsSchema = z.object({
  /** Assignments of variables that the command may use. */
  prelude: z.string().default(''),
  command: z.string().min(1),
  /** Folder in which it runs; empty: that of the sign-in. */
  chdir: z.string().default(''),
});

/** Parameters of methods that remove an account from its machine: its username, as it was found there. */
export const removalParamsSchema = z.object({ username: z.string().min(1).max(32) });

/** The method that runs a text in PowerShell over SSH, and its parameters. */
export const POWERSHELL_METHOD = 'run_powershell_by_ssh';
/** The same as earlier servers asked for it: without folder and values. Runners that know no other refuse what has them. */
export const PLAIN_POWERSHELL_METHOD = 'powershell_by_ssh';
export const powershellParamsSchema = z.object({
  command: z.string().min(1),
  /** Folder in which it runs; empty: that of the sign-in. */
  chdir: z.string().default(''),
  /** What the variables `gatehouse_1`, `gatehouse_2` and so on hold. */
  values: z.array(z.string()).default([]),
});

/** The methods that hand a text over as it is: to the login shell over SSH, to a device line by line, or to a database as statements. */
export const RAW_METHOD = 'raw_by_ssh';
export const DEVICE_METHOD = 'device_by_ssh';
export const STATEMENT_METHODS = {
  postgresql: 'run_postgresql',
  mysql: 'run_mysql',
  sqlserver: 'run_sqlserver',
} as const;
export const textParamsSchema = z.object({ command: z.string().min(1) });

/** The method that carries out a playbook by Ansible, through connections of the runner, and its parameters. */
export const PLAYBOOK_METHOD = 'playbook_by_ssh';
export const playbookParamsSchema = z.object({
  /** Values of the target, which plays may use; a dot in a name leads into an object. */
  variables: z.record(z.string().max(128), z.string()).default({}),
  /** Values that the user gave, or their defaults, the same for all targets of the work. */
  parameters: z.record(z.string(), z.string()).default({}),
  /** Only says what it would change (`--check --diff`). */
  dry_run: z.boolean().default(false),
});

/** Parameters of a method that an administrator has written: its playbook, and the values of its declared form. */
export const ownMethodParamsSchema = z.object({
  playbook: z.string().min(1),
  parameters: z.record(z.string(), z.string()).default({}),
});

/** Body of a call for the files of a playbook. */
export const askedFilesSchema = z.object({ work: z.uuid() });
/** The files of a playbook as they were when the run began; `content` is Base64. */
export const playbookFilesSchema = z.object({
  files: z.array(z.object({ path: z.string(), content: z.string() })).max(playbookLimits.entries),
});
export type PlaybookFiles = z.infer<typeof playbookFilesSchema>['files'];

/** The method that writes files over SFTP, and its parameters (decision 0466). */
export const UPLOAD_METHOD = 'upload_by_sftp';
export const uploadParamsSchema = z.object({
  /** Where the files go: a folder that the machine has, and those below it, which are made where they are missing. */
  base: z.string().startsWith('/'),
  folders: z.array(z.string().min(1)).max(transferLimits.depth),
  files: z
    .array(
      z.object({
        name: z.string().min(1),
        size: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1)
    .max(transferLimits.files),
  /** Octal digits, and `user` or `user:group`; empty: as the machine does by itself. */
  mode: z.string().default(''),
  owner: z.string().default(''),
});
export type UploadParams = z.infer<typeof uploadParamsSchema>;

/** Most bytes of a part of a file. */
export const MOST_PIECE = 512 * 1024;
/** Body of a call for a part of a file: its place among the files of the transfer, and where the part begins. */
export const askedPieceSchema = z.object({
  work: z.uuid(),
  file: z.number().int().min(0).max(transferLimits.files),
  from: z.number().int().min(0),
  length: z.number().int().min(1).max(MOST_PIECE),
});
export type AskedPiece = z.infer<typeof askedPieceSchema>;

/** What a runner can do with playbooks: `confined` or `unconfined`, if the machine cannot confine them but they are allowed; otherwise why not. */
export const playbookAbilities = ['confined', 'unconfined', 'no_ansible', 'no_confinement'] as const;
export type PlaybookAbility = (typeof playbookAbilities)[number];

/** Output of a command from a position, counted in characters; it replaces what was sent from there before. */
export const targetOutputSchema = z.object({
  id: z.uuid(),
  from: z.number().int().min(0).max(MOST_TARGET_OUTPUT),
  text: z.string().max(MOST_TARGET_OUTPUT),
  /** How much of a transfer is done, in percent. */
  progress: z.number().int().min(0).max(100).optional(),
});
export type TargetOutput = z.infer<typeof targetOutputSchema>;

/** How many pieces of an output have times. */
export const MOST_OUTPUT_TIMES = 2_000;
/** When an output was printed: milliseconds since the work began, and the characters that were printed by then. */
export const outputTimesSchema = z
  .array(z.tuple([z.number().int().min(0).max(1e9), z.number().int().min(0).max(MOST_TARGET_OUTPUT)]))
  .max(MOST_OUTPUT_TIMES);
export type OutputTimes = z.infer<typeof outputTimesSchema>;

/** Hardware and system of a machine (reference 03 §3.2, `gathered_info`). */
export const gatheredFactsSchema = z.record(z.string().max(64), z.string().max(1024));

/** An account that was found on a machine (reference 04 §6). */
export const foundAccountSchema = z.object({
  username: z.string().min(1).max(32),
  address_last_login: z.string().max(39).default(''),
  /** ISO instant. */
  date_last_login: z.iso.datetime().nullable().default(null),
});

/** What became of a target. */
export const targetReportSchema = z.object({
  id: z.uuid(),
  /**
   * `unreachable`: nothing answered as expected before a sign-in; `refused`: the machine refused the account;
   * `unsupported`: the runner cannot carry out the method.
   */
  status: z.enum(['ok', 'failed', 'unreachable', 'refused', 'unsupported', 'timeout', 'stopped']),
  /** Why it did not succeed: a key of the `errors` texts with its parameters. */
  error: z
    .object({ key: z.string().max(64), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable()
    .default(null),
  /** The whole output of a command, as far as it is kept. */
  output: z.string().max(MOST_TARGET_OUTPUT).default(''),
  /** When it was printed; empty: not known. */
  times: outputTimesSchema.default([]),
  /** How a command that was not stopped ended. */
  exit_code: z.number().int().nullable().default(null),
  facts: gatheredFactsSchema.nullable().default(null),
  accounts: z.array(foundAccountSchema).max(10_000).nullable().default(null),
  /** How many files of a transfer have their place, or may have it; null: as the status says. */
  placed: z.number().int().min(0).max(transferLimits.files).nullable().default(null),
  /** Which secret is valid after a change; null if that could not be found out. */
  holds: heldSecretSchema.nullable().default(null),
  /** ISO instants. */
  date_start: z.iso.datetime(),
  date_end: z.iso.datetime(),
});
export type TargetReport = z.infer<typeof targetReportSchema>;
