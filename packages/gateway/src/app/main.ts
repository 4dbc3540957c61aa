import { runProgram } from '@gatehouse/component/platform/program.ts';
import { readConfig } from '../platform/config.ts';
import { startGateway } from './gateway.ts';

// The launcher also loads this file without running it, to have it compiled.
if (import.meta.main) {
  const { port } = await runProgram({ name: 'gateway', readConfig, start: startGateway });
  process.send?.({ type: 'listening', port });
}
