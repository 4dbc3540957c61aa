import { Refused } from '@gatehouse/component/platform/http.ts';
import { lifecycleReason } from '@gatehouse/contract/wire/sessionEnd.ts';
import type { CommandRow, SessionPatch } from '@gatehouse/contract/wire/terminal.ts';
import type { CoreApi } from '../engine/core/coreApi.ts';
import type { SpoolPaths } from '../engine/recording/spool.ts';
import { isUnknown, type Persist } from './persist.ts';
import { type End, noteInStory, type SessionStory } from './sessionStory.ts';

/** What the server must learn about an ended session; every step can be repeated. */
export type DeliverySteps = {
  /** Reports the end and its reason. */
  close: (id: string, story: SessionStory, end: End) => Promise<void>;
  post: (id: string, paths: SpoolPaths, rows: CommandRow[]) => Promise<void>;
  upload: (id: string, paths: SpoolPaths) => Promise<void>;
};

const BATCH = 100;

const errorReasonOf = (end: End): SessionPatch['error_reason'] => {
  if (!end.connected) return 'connect_failed';
  return end.reason === 'recording_failed' ? 'replay_create_failed' : undefined;
};

/** Retries each step until the server accepts it. */
export const createDeliverySteps = ({
  core,
  asHolder,
  persist,
}: Persist & { core: CoreApi }): DeliverySteps => {
  const close = async (id: string, story: SessionStory, end: End) => {
    const patch: SessionPatch = {
      is_finished: true,
      is_success: end.connected,
      date_end: end.date_end,
      has_command: story.hasCommand,
      error_reason: errorReasonOf(end),
    };
    await persist(id, 'close', async () => {
      try {
        await asHolder(id, () => core.patchSession(id, patch));
      } catch (error) {
        if (!isUnknown(error) || !story.session) throw error;
        // The server never knew the session, or lost it; its recording still needs a row.
        await core.createSession(story.session);
        await core.patchSession(id, patch);
      }
    });
    await persist(id, 'lifecycle', () =>
      core.logLifecycle(id, {
        event: 'asset_connect_finished',
        reason: end.connected ? lifecycleReason(end.reason) : 'connect_failed',
      }),
    );
  };
  const upload = async (id: string, paths: SpoolPaths) => {
    let reported = false;
    await persist(id, 'lifecycle', () => core.logLifecycle(id, { event: 'replay_upload_start' }));
    await persist(id, 'upload', async () => {
      try {
        await core.uploadReplay(id, paths.archive);
      } catch (error) {
        if (error instanceof Refused && !reported) {
          reported = true;
          await core.logLifecycle(id, { event: 'replay_upload_failure', reason: `HTTP ${error.status}` });
        }
        throw error;
      }
    });
    await persist(id, 'has_replay', () => core.patchSession(id, { has_replay: true }));
    await persist(id, 'lifecycle', () => core.logLifecycle(id, { event: 'replay_upload_success' }));
  };
  const post = async (id: string, paths: SpoolPaths, rows: CommandRow[]) => {
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH);
      await persist(id, 'commands', () => core.postCommands(batch));
      await noteInStory(paths, { t: 'posted', ids: batch.map((row) => row.id ?? '') });
    }
  };

  return { close, post, upload };
};
