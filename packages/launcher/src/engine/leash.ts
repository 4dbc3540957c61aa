import { flushCompileCache } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import './quickImports.ts';

// Loaded into every program before its own code (node --import): when the launcher is gone, however it went, the
// program is told to stop as if by its launcher, and does not outlive that for long.
const hardExitMs = 3_000;
// Node keeps what it compiled when a program ends by itself; one that is killed after this time has kept it already.
const keepCompiledAfterMs = 5_000;

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), hardExitMs).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
  setTimeout(flushCompileCache, keepCompiledAfterMs).unref();
}
