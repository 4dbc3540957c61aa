import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst, ShortestFirst } from './scripts/order/longestFirst.ts';
import { callsFolder } from './scripts/strength/fileCalls.ts';

/** Time limits of tests, hooks and polls, in ms: long, because a busy machine is not a failure. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
};

/** Tests and the programs that they start stay on loopback. */
const loopbackOnly = resolve(import.meta.dirname, 'scripts/loopback/loopbackOnly.ts');
/** Waits of the runner that have no setting are as patient as its polls. */
const patientWaits = resolve(import.meta.dirname, 'scripts/patience/patientWaits.ts');

/** `npm run test:strength` records what each test file calls. */
const recordCalls = process.env[callsFolder]
  ? [resolve(import.meta.dirname, 'scripts/strength/recordCalls.ts')]
  : [];
const setupFiles = [loopbackOnly, patientWaits, ...recordCalls];

/**
 * Node loads these modules by itself: it strips types faster than Vite rewrites modules, and keeps the compiled code
 * for the next process.
 */
const native = { viteModuleRunner: false };

/** Answers and pages make much that is soon forgotten: with room for it, less of it is collected too early. */
const roomForShortLives = ['--max-semi-space-size=64'];

const node = (name: string, root: string, include = 'src/**/*.test.ts') => ({
  test: {
    name,
    root,
    include: [include],
    environment: 'node' as const,
    setupFiles,
    experimental: native,
    ...patience,
  },
});

/** Test files share no server and no database, so they can share the loaded program; mocks are restored before the next test. */
const sharing = (tests: ReturnType<typeof node>) => ({
  test: { ...tests.test, isolate: false, restoreMocks: true, execArgv: roomForShortLives },
});

/**
 * Journeys drive a whole installation, many in a browser, and mostly wait: several of them share two cores.
 */
const waiting = [
  'tests/{journeys,pages,photos,start,wire}/*.test.ts',
  'tests/{attacks,backup,firstSignIn,gatewayEnding,gatewayLogins,journey,mainJob,mfa,previousServer,runs,settings,telnet,transfer}.test.ts',
];

const browser = (name: string, over: { include?: string[]; exclude?: string[] }) => ({
  test: {
    name,
    root: './e2e',
    include: ['tests/**/*.test.ts'],
    environment: 'node' as const,
    setupFiles: [loopbackOnly],
    experimental: native,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // As many windows as e2e/tests/pages opens for its concurrent visits.
    maxConcurrency: 2,
    ...over,
  },
});

/**
 * These have a window of their own and React's development build. The first checks where the focus ring shows, which
 * depends on every key and press the window has seen; the others the order in which React itself works (0397).
 */
const ownWindow = [
  'src/theme/control/IconButton.test.tsx',
  'src/platform/dialog/startFocus.test.tsx',
  'src/platform/page/useGuardedClose.test.tsx',
  'src/platform/part/part.test.tsx',
  'src/resources/pickers.test.tsx',
];

const consoleTests = (
  name: string,
  over: { include: string[]; exclude?: string[]; isolate?: boolean; env?: Record<string, string> },
) => ({
  extends: './packages/console/vite.config.ts',
  test: {
    name,
    root: './packages/console',
    environment: 'jsdom' as const,
    execArgv: roomForShortLives,
    setupFiles,
    ...patience,
    ...over,
  },
});

export default defineConfig({
  test: {
    // Tests spend much of their time waiting for databases, shells and pages: three workers even on two
    // cores.
    maxWorkers: Math.max(3, availableParallelism()),
    globalSetup: [
      loopbackOnly,
      './packages/server/test/databaseBroker.ts',
      './e2e/fixtures/homeTemplates.ts',
    ],
    sequence: { sequencer: process.argv.includes('--bail') ? ShortestFirst : LongestFirst },
    projects: [
      sharing(node('contract', './packages/contract')),
      sharing(node('policy', './packages/policy')),
      sharing(node('server', './packages/server', '{src,test}/**/*.test.ts')),
      sharing(node('component', './packages/component')),
      sharing(node('gateway', './packages/gateway', '{src,test}/**/*.test.ts')),
      sharing(node('runner', './packages/runner', '{src,test}/**/*.test.ts')),
      node('launcher', './packages/launcher'),
      node('house', './scripts', '**/*.test.ts'),
      consoleTests('console', {
        include: ['{src,gallery,build,test}/**/*.test.{ts,tsx}'],
        exclude: ownWindow,
        env: { NODE_ENV: 'production' },
      }),
      consoleTests('console-window', { include: ownWindow, isolate: true }),
      // What measures time or floods the machine has it to itself.
      browser('e2e', { exclude: waiting }),
      browser('e2e-journeys', { include: waiting }),
    ],
  },
});
