import { buildConsole } from '../packages/launcher/src/engine/consoleBuild.ts';
import { project } from './run.ts';

const isBuilt = await buildConsole(project, (text) => console.log(`console: ${text}`));
if (!isBuilt) console.log('console: up to date');
