import { Worker } from 'node:worker_threads';

/** An eye on the installation that does not wait for what its own process sends meanwhile. */
export type Watch = {
  /** Ends it; returns how many requests had no answer in time. */
  end: () => Promise<number>;
};

/** Asks the installation every few tenths of a second whether it is alive, from a thread of its own. */
export const watch = (url: string, seconds: number): Watch => {
  const worker = new Worker(new URL('./watcher.ts', import.meta.url), { workerData: { url, seconds } });
  const unanswered = new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return {
    end: async () => {
      worker.postMessage('end');
      return unanswered;
    },
  };
};
