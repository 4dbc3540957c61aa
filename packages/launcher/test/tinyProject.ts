import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceHash } from '../src/engine/consoleBuild.ts';

/** As the real programs, these do not run when they are only loaded. */
const onlyWhenRun = 'if (!import.meta.main) process.exit();';

// Stands in for the server and the gateway: answers and exits as configured.
const program = (listenVariable: string) => `
import { createServer } from 'node:http';
${onlyWhenRun}
const [, host, port] = /^(.*):(\\d+)$/.exec(process.env.${listenVariable});
createServer((request, response) => {
  if (request.url === '/throw') throw new Error('something broke');
  response.end(JSON.stringify({ pid: process.pid, env: process.env }));
}).listen(Number(port), host);
process.on('SIGTERM', () => {
  if (process.env.STUBBORN !== '1') process.exit(0);
});
`;

const files = {
  'packages/server/src/app/main.ts': `${program('GATEHOUSE_LISTEN')}
console.log('The first password is 1234');
console.log(JSON.stringify({ msg: 'logged' }));
if (process.env.REFUSE === '1') { console.error('The database is newer than this program.'); process.exit(78); }
`,
  'packages/gateway/src/app/main.ts': program('GATEHOUSE_GATEWAY_LISTEN'),
  'packages/runner/src/app/main.ts': `${onlyWhenRun} process.on('SIGTERM', () => process.exit(0)); setInterval(() => undefined, 1_000);`,
  'packages/console/src/main.ts': 'export {};',
  'packages/contract/src/errors.ts': 'export {};',
  'package.json': '{"type":"module"}',
  'package-lock.json': '{}',
  'tsconfig.base.json': '{}',
};

/** A project small enough to start in a test: real processes in place of the real programs. */
export const layOutTinyProject = async (folder: string): Promise<string> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await mkdir(join(folder, 'packages/console/dist'), { recursive: true });
  await writeFile(join(folder, 'packages/console/dist/.sources'), await sourceHash(folder));
  return folder;
};
