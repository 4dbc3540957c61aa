import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const node = (name: string, root: string, include = 'src/**/*.test.ts') => ({
  test: {
    name,
    root,
    include: [include],
    environment: 'node' as const,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    // Tests wait for databases and shells more than they compute: even two cores are worth two workers.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['./packages/server/test/databaseBroker.ts'],
    projects: [
      node('contract', './packages/contract'),
      node('server', './packages/server', '{src,test}/**/*.test.ts'),
      node('gateway', './packages/gateway', '{src,test}/**/*.test.ts'),
      node('launcher', './packages/launcher'),
      node('house', './scripts', '**/*.test.ts'),
      {
        extends: './packages/console/vite.config.ts',
        test: {
          name: 'console',
          root: './packages/console',
          include: ['{src,gallery}/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          root: './e2e',
          include: ['tests/**/*.test.ts'],
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Every journey drives a whole installation and a browser.
          fileParallelism: false,
        },
      },
    ],
  },
});
