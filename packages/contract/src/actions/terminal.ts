import { z } from 'zod';
import { neededId, optionalText, written, writtenId } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { files, media } from '../call/media.ts';
import { rowOf } from '../call/rowOf.ts';
import { commandstorage } from '../resources/terminal/commandstorage.ts';
import { hostkey } from '../resources/terminal/hostkey.ts';
import { replaystorage } from '../resources/terminal/replaystorage.ts';
import { session } from '../resources/terminal/session.ts';
import { task } from '../resources/terminal/task.ts';
import { terminal } from '../resources/terminal/terminal.ts';
import { lifecycleEvents } from '../wire/terminal.ts';

export const hostKeyActions = defineActions(hostkey, {
  accept: { summary: 'Trusts a host key', answer: rowOf(hostkey) },
});

const time = z.string().nullable();

/** A recording that is ready to be played or downloaded; `type` is its format. */
const preparedReplay = z.object({
  type: z.enum(['asciicast', 'mp4', 'json', 'guacamole']),
  src: z.string(),
  user: z.string(),
  asset: z.string(),
  account: z.string(),
  date_start: time,
  date_end: time,
  download_url: z.string(),
});

/** Answers of servers that fetch or convert a recording first; this server never gives them. */
const replayBeingPrepared = z.object({
  status: z.literal('running'),
  start_time: z.number(),
  key: z.string(),
});
const replayFailed = z.object({ status: z.literal('error'), error: z.string() });

export const sessionActions = defineActions(session, {
  replay: {
    summary: 'What a player needs to show a recording',
    answer: z.union([preparedReplay, replayBeingPrepared, replayFailed]),
    errors: ['replay_not_found'],
  },
  uploadReplay: {
    summary: 'For components: stores a recording',
    body: files,
    status: 201,
    answer: z.object({ url: z.string() }),
    otherwise: { 401: z.object({ msg: z.record(z.string(), z.array(z.string())) }) },
  },
  downloadReplay: {
    summary: 'A recording with the facts of its session, as a tar archive',
    answer: media('application/octet-stream'),
    errors: ['replay_not_found'],
  },
  lifecycleLog: {
    summary: 'For components: records an event of a session',
    body: z.object({
      event: z.enum(lifecycleEvents, 'invalid_choice'),
      reason: optionalText,
      user: optionalText,
    }),
    answer: z.object({ msg: z.literal('ok'), id: z.string() }),
  },
  validateJoin: {
    summary: 'For components: whether a user may watch a session',
    body: z.object({ user_id: writtenId, session_id: writtenId, visitor: written.optional() }),
    answer: z.object({ ok: z.literal(true), msg: z.literal(''), user: z.string().optional() }),
    otherwise: { 401: z.object({ ok: z.literal(false), msg: z.string() }).describe('Not permitted') },
  },
  onlineInfo: {
    summary: 'Number of open sessions of an account on an asset',
    query: z.object({ asset_id: z.string().optional(), account: z.string().optional() }),
    answer: z.object({ count: z.int().nullable() }),
  },
});

const ordered = z.object({ ok: z.array(z.string()).describe('Sessions to which the task was sent') });

export const taskActions = defineActions(task, {
  killSession: { summary: 'Terminates running sessions', body: z.array(written).catch([]), answer: ordered },
  toggleLockSession: {
    summary: 'Pauses, resumes or terminates a running session',
    body: z.object({
      session_id: neededId,
      task_name: z.enum(['lock_session', 'unlock_session', 'kill_session']),
    }),
    answer: ordered,
  },
});

export const terminalActions = defineActions(terminal, {
  config: {
    summary: 'For components: their settings',
    answer: z.record(z.string(), z.unknown()),
  },
  enable: { summary: 'Lets a disabled component work again', answer: rowOf(terminal) },
  disable: {
    summary: 'Locks a component out until it is enabled again; nothing it sends is accepted',
    answer: rowOf(terminal),
  },
});

/** Whether a storage can be used; if not, `msg` says why. `host_key` tells of a machine whose key has changed. */
const connectivity = {
  summary: 'Tries a storage: writes, reads and deletes something small',
  answer: z.object({
    is_valid: z.boolean(),
    msg: z.string(),
    host_key: z.object({ recorded: z.string(), shown: z.string() }).optional(),
  }),
};

export const replayStorageActions = defineActions(replaystorage, { testConnective: connectivity });

export const commandStorageActions = defineActions(commandstorage, { testConnective: connectivity });
