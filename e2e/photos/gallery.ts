import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { project, toolPath } from '../../scripts/run.ts';
import type { Look } from './looks.ts';
import type { Subject } from './subject.ts';

const patienceMs = 60_000;
/** Number of number inputs in the gallery: three kinds and the nested port, each in four states. */
const NUMBERS = 16;

/** Starts the development server of the console; returns its address and a function that stops it. */
export const startGallery = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const server = spawn(process.execPath, [toolPath('vite', 'bin/vite.js'), '--port', '0'], {
    cwd: join(project, 'packages/console'),
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The gallery did not start:\n${output}`)), patienceMs);
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += stripVTControlCharacters(text);
      const found = output.match(/http:\/\/[\w.]+:\d+/);
      if (found) resolve(found[0]);
      if (found) clearTimeout(timer);
    });
  });
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill();
    await once(server, 'exit');
  };
  return { url, stop };
};

const asSeen: Record<Look, string> = { light: '', dark: '?theme=dark', 'zh-hans': '?lang=zh-hans', 390: '' };

/** Every kind of field and list in its states. */
export const galleryAt = (url: () => string): Subject => ({
  name: 'gallery',
  kind: 'gallery',
  isPublic: true,
  isWhole: true,
  show: async ({ page, look }) => {
    page.setDefaultTimeout(patienceMs);
    await page.goto(`${url()}/ui/gallery${asSeen[look]}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // Numbers and lists load last: the development server sends every module separately.
    await page
      .getByRole('spinbutton')
      .nth(NUMBERS - 1)
      .waitFor();
    await page.getByText('row-1', { exact: true }).first().waitFor();
  },
});
