import { flushCompileCache } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import './quickImports.ts';

// Loaded into every program before its own code (node --import): when the launcher is gone for any reason,
// the program is told to stop as if by its launcher, and killed soon after.
const hardExitMs = 3_000;
// Node stores its compile cache on exit; programs that are killed later than this have already stored it.
const keepCompiledAfterMs = 5_000;

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), hardExitMs).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
  setTimeout(flushCompileCache, keepCompiledAfterMs).unref();
}
