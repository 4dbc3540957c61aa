/** Something whose written bytes can be forced to disk. */
export type Syncable = {
  /** Whether bytes were written since the last call. */
  takeDirty: () => boolean;
  sync: () => Promise<void>;
};

/** Syncs written data to disk twice a second, a few files at a time so that writes never queue behind it. */
export type Syncer = { add: (file: Syncable) => void; remove: (file: Syncable) => void; stop: () => void };

const EVERY_MS = 500;
const AT_ONCE = 2;

/** Starts the rounds; they never overlap, even when one takes longer than the interval. */
export const createSyncer = (): Syncer => {
  const files = new Set<Syncable>();
  let running = false;

  const round = async () => {
    const dirty = [...files].filter((file) => file.takeDirty());
    const worker = async () => {
      for (let file = dirty.pop(); file; file = dirty.pop()) await file.sync();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    round().finally(() => {
      running = false;
    });
  }, EVERY_MS);
  timer.unref();

  return {
    add: (file) => files.add(file),
    remove: (file) => files.delete(file),
    stop: () => clearInterval(timer),
  };
};
