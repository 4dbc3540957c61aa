import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Log } from '@gatehouse/component/platform/log.ts';
import type { Pauses } from '@gatehouse/component/platform/retry.ts';
import type { CoreApi } from '../engine/core/coreApi.ts';
import { repairRecording } from '../engine/recording/repair.ts';
import type { Spool, SpoolPaths } from '../engine/recording/spool.ts';
import { createDeliverySteps } from './deliverySteps.ts';
import { createPersist, HandedOver } from './persist.ts';
import type { Reclaimed } from './reclaim.ts';
import { endOfStory, noteInStory, readStory } from './sessionStory.ts';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Compresses a recording; a crash midway leaves the original. */
const archive = async (paths: SpoolPaths) => {
  await pipeline(createReadStream(paths.cast), createGzip(), createWriteStream(paths.draft, { mode: 0o600 }));
  const file = await open(paths.draft, 'r');
  await file.datasync();
  await file.close();
  await rename(paths.draft, paths.archive);
  await rm(paths.cast, { force: true });
};

/** Delivers the end, commands and recording of ended sessions, also of those of a killed gateway. */
export type Delivery = {
  deliver: (id: string) => Promise<void>;
  /** Resolves when the deliveries running now have ended. */
  settled: () => Promise<void>;
};

const AT_ONCE = 3;

/** Every step can be repeated, so a delivery continues where a crash interrupted it. */
export const createDelivery = (deps: {
  core: CoreApi;
  spool: Spool;
  reclaim: (id: string) => Promise<Reclaimed>;
  pauses: Pauses;
  log: Log;
}): Delivery => {
  const { spool, log } = deps;
  const steps = createDeliverySteps({ core: deps.core, ...createPersist(deps) });
  const running = new Map<string, Promise<void>>();
  const turns: (() => void)[] = [];
  let active = 0;

  const work = async (id: string) => {
    const paths = spool.pathsOf(id);
    if (!(await spool.leftovers()).includes(id)) return;
    const repaired = (await exists(paths.cast)) ? await repairRecording(paths.cast) : null;
    const story = await readStory(paths);
    const end = await endOfStory(paths, story, repaired);
    // The session comes first: the server refuses commands of an unknown session.
    if (!story.closed) {
      await steps.close(id, story, end);
      await noteInStory(paths, { t: 'closed' });
    }
    await steps.post(id, paths, story.missing);
    if (repaired?.playable && end.connected) await archive(paths);
    if (await exists(paths.archive)) await steps.upload(id, paths);
    await spool.remove(id);
    log.info({ session: id, reason: end.reason }, 'session delivered');
  };

  const queued = async (id: string) => {
    if (active >= AT_ONCE) await new Promise<void>((turn) => turns.push(turn));
    active += 1;
    try {
      await work(id).catch(async (error: unknown) => {
        if (!(error instanceof HandedOver)) throw error;
        await spool.remove(id);
        log.info({ session: id }, 'session was delivered before');
      });
    } catch (err) {
      // Stopped, or the disk failed: the files stay for the next start.
      log.warn({ err, session: id }, 'session is left in the spool');
    } finally {
      active -= 1;
      turns.shift()?.();
      running.delete(id);
    }
  };

  return {
    settled: async () => {
      await Promise.all(running.values());
    },
    deliver: (id) => {
      const known = running.get(id);
      if (known) return known;
      const started = queued(id);
      running.set(id, started);
      return started;
    },
  };
};
