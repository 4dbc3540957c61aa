import { rowOf } from '../tests/pages/demo.ts';
import { tour } from '../tests/pages/tour.ts';
import type { Subject } from './subject.ts';

/** Console pages that the tour leaves to tests of their own. */
const alone = ['settings/features', 'settings/task-monitor', 'settings/license', 'chat/chat-ai'];

/** The folder for an address: without colons, and with `-` for `?`, `=` and `&`. */
export const folderOf = (path: string): string => path.replaceAll(':', '').replace(/[?=&]+/g, '-');

const page = ({ path, url }: { path: string; url?: string }): Subject => ({
  name: folderOf(path),
  kind: 'routes',
  isWhole: true,
  show: async ({ page, demo }) => {
    const row = await rowOf(demo, path, url);
    await page.goto(`/ui/${path.replace(/:\w+/, String(row?.id))}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  },
});

/** The pages of the console, except external ones and one that a setting hides. */
export const routes: Subject[] = [...tour, ...alone.map((path) => ({ path }))].map(page);
