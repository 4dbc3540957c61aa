import { runProgram } from '@gatehouse/component/platform/program.ts';
import { readConfig } from '../platform/config.ts';
import { startGateway } from './gateway.ts';

const { port } = await runProgram({ name: 'gateway', readConfig, start: startGateway });
process.send?.({ type: 'listening', port });
