import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { command } from '@gatehouse/contract/resources/terminal/command.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { HttpError } from '../platform/http/HttpError.ts';
import type { Http } from '../platform/http/http.ts';
import type { CastWriter } from './castStore.ts';
import type { CommandRow } from './commands.ts';
import { castText, readCast } from './readCast.ts';

type Answer = AnswerOf<Calls['GET /api/v1/terminal/sessions/:id/replay/']>;

/** Address and type of a recording. */
export type ReplayInfo = Pick<Extract<Answer, { src: string }>, 'type' | 'src' | 'download_url'>;

/** Why there is no recording to play; `code` is a key under `replay:error`. */
export class ReplayError extends Error {
  readonly code: 'missing' | 'running' | 'preparing' | 'unsupported' | 'fetch';
  readonly info: ReplayInfo | undefined;
  constructor(code: ReplayError['code'], info?: ReplayInfo) {
    super(code);
    this.name = 'ReplayError';
    this.code = code;
    this.info = info;
  }
}

const QUIET = { disableFlashErrorMsg: true } as const;
const POLL_MS = 700;
const COMMAND_PAGE = 1000;
const MOST_COMMANDS = 20_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether a session goes on, so that its recording is not complete yet. */
const isRunning = (http: Http, sessionId: string, signal: AbortSignal): Promise<boolean> =>
  http.row<typeof session>('/api/v1/terminal/sessions/', sessionId, { ...QUIET, signal }).then(
    (row) => !row.is_finished,
    () => false,
  );

/** Requests the recording of a session, until the server has prepared it. */
export const findReplay = async (http: Http, sessionId: string, signal: AbortSignal): Promise<ReplayInfo> => {
  for (;;) {
    const answer = await http
      .call('GET /api/v1/terminal/sessions/:id/replay/', { params: { id: sessionId }, ...QUIET, signal })
      .catch(async (error: unknown) => {
        if (!(error instanceof HttpError && error.status === 404)) throw error;
        throw new ReplayError((await isRunning(http, sessionId, signal)) ? 'running' : 'missing');
      });
    if ('src' in answer) {
      if (answer.type !== 'asciicast') throw new ReplayError('unsupported', answer);
      return answer;
    }
    if (answer.status === 'error') throw new ReplayError('preparing');
    await pause(POLL_MS);
    signal.throwIfAborted();
  }
};

/** Streams a recording into the store, and decompresses it if necessary. */
export const streamReplay = async (
  info: ReplayInfo,
  orgId: string | undefined,
  store: CastWriter,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> => {
  const url = new URL(info.src, window.location.href);
  if (orgId) url.searchParams.set('oid', orgId);
  const response = await fetch(url, { signal, credentials: 'same-origin' });
  if (!response.ok || !response.body) throw new ReplayError('fetch');
  await readCast(castText(response.body), store, onProgress);
};

/** The commands of a session, oldest first, at most 20,000. */
export const loadCommands = async (
  http: Http,
  sessionId: string,
  signal: AbortSignal,
): Promise<CommandRow[]> => {
  const rows: CommandRow[] = [];
  for (;;) {
    const params = { session_id: sessionId, order: 'timestamp', limit: COMMAND_PAGE, offset: rows.length };
    const page = await http.page<typeof command>('/api/v1/terminal/commands/', { ...QUIET, params, signal });
    rows.push(...page.results);
    if (page.results.length < COMMAND_PAGE || rows.length >= Math.min(page.count, MOST_COMMANDS)) return rows;
  }
};
