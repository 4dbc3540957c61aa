import { keepOnLoopback } from './keepOnLoopback.ts';

/*
 * Loaded before the test runner starts programs (globalSetup), before every test file (setupFiles), and into
 * every Node.js process that a test starts (NODE_OPTIONS).
 */
keepOnLoopback();

export const setup = keepOnLoopback;
