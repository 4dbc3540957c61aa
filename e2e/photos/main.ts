import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { project } from '../../scripts/run.ts';
import { installPackages, missingFonts } from '../../scripts/systemPackages.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { password as ours } from '../fixtures/estate.ts';
import { furnishDemo, openDemo } from '../tests/pages/demo.ts';
import { openCamera } from './camera.ts';
import { contactSheet } from './contactSheet.ts';
import { errors } from './errors.ts';
import { galleryAt, startGallery } from './gallery.ts';
import { looks } from './looks.ts';
import { routes } from './routes.ts';
import { approvalScenes } from './scenes/approvals.ts';
import { assistantScenes } from './scenes/assistant.ts';
import { formScenes } from './scenes/forms.ts';
import { listScenes } from './scenes/lists.ts';
import { opsScenes } from './scenes/ops.ts';
import { ruleScenes } from './scenes/rules.ts';
import { settingScenes } from './scenes/settings.ts';
import { shellScenes } from './scenes/shell.ts';
import { ticketScenes } from './scenes/tickets.ts';
import { signIn } from './signIn.ts';
import { kinds } from './subject.ts';
import { terminal } from './terminal.ts';

const help = `npm run photos -- [options]
  --only <text>       only what has it in its name; may be given several times
  --kind <kind>       only ${kinds.join(', ')}
  --look <look>       only ${looks.join(', ')}
  --address <url>     a demo that runs already; else one is started
  --password <text>   of its user admin, past the first sign-in
  --hands <number>    pages at work at once (3)
  --to <folder>       where they go (photos)`;

const { values: args } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
    look: { type: 'string', multiple: true },
    address: { type: 'string' },
    password: { type: 'string', default: ours },
    hands: { type: 'string', default: '3' },
    to: { type: 'string', default: join(project, 'photos') },
    help: { type: 'boolean' },
  },
});

const folder = resolve(args.to);
let galleryUrl = '';
const everything = [
  ...routes,
  ...listScenes,
  ...formScenes,
  ...opsScenes,
  ...approvalScenes,
  ...ruleScenes,
  ...settingScenes,
  ...shellScenes,
  ...ticketScenes,
  ...terminal,
  ...signIn,
  ...errors,
  galleryAt(() => galleryUrl),
  // Last, because these scenes give the installation an assistant.
  ...assistantScenes,
];
const selected = everything.filter(
  ({ name, kind }) =>
    (args.only ?? ['']).some((text) => name.includes(text)) && (args.kind ?? [kind]).includes(kind),
);
if (args.help || selected.length === 0) {
  console.log(args.help ? help : `Nothing to photograph.\n${help}`);
  process.exit(args.help ? 0 : 1);
}

const undo: (() => unknown)[] = [];
const startDemo = async () => {
  if (args.address) return furnishDemo({ url: args.address }, args.password);
  console.log('Starting a demo …');
  const demo = await openDemo();
  undo.push(demo.gatehouse.remove);
  return demo;
};
const startGalleryWhenWanted = async () => {
  if (!selected.some(({ kind }) => kind === 'gallery')) return;
  const gallery = await startGallery();
  undo.push(gallery.stop);
  galleryUrl = gallery.url;
};

const photograph = async (): Promise<string[]> => {
  if (!args.only && !args.kind && !args.look) await rm(folder, { recursive: true, force: true });
  const demo = await startDemo();
  await startGalleryWhenWanted();
  const browser = await openBrowser();
  undo.push(() => browser.close());
  const camera = await openCamera(browser, demo, folder);
  const jobs = selected.flatMap((subject) =>
    looks
      .filter((look) => (args.look ?? [look]).includes(look) && !(subject.isForDesks && look === '390'))
      .map((look) => ({ subject, look })),
  );
  const faults: string[] = [];
  let done = 0;
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const fault = await camera.take(job.subject, job.look);
      done += 1;
      if (fault) faults.push(fault);
      console.log(
        `${done} of ${done + jobs.length}  ${fault ? `FAILED ${fault}` : `${job.subject.name}  ${job.look}`}`,
      );
    }
  };
  await Promise.all(Array.from({ length: Number(args.hands) }, work));
  return faults;
};

const startedAt = Date.now();
if ((args.look ?? ['zh-hans']).includes('zh-hans')) {
  const obstacle = await installPackages(await missingFonts());
  if (obstacle) console.error(obstacle);
}
try {
  const faults = await photograph();
  await writeFile(join(folder, 'index.html'), contactSheet(everything.map(({ name }) => name)));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`\n${selected.length} subjects in ${seconds} s: ${join(folder, 'index.html')}`);
  for (const fault of faults) console.error(`Not as meant: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  while (undo.length > 0) await undo.pop()?.();
}
