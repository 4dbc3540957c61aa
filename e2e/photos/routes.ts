import { consoleTour, otherTour, type Stop, ticketTour } from '../tests/pages/tour.ts';
import type { Subject } from './subject.ts';

/** Console pages with tests of their own that are not part of the tour. */
const alone = ['settings/features', 'settings/license', 'chat/chat-ai'];

/** The folder for an address, in which `:host` also stands for a host. */
export const folderOf = (path: string): string => path.replaceAll(':', '').replace(/[?=&]+/g, '-');

const page = (path: string): Subject => ({
  name: folderOf(path),
  kind: 'routes',
  isWhole: true,
  show: async ({ page, demo }) => {
    const row = demo.rows[path.match(/:(\w+)/)?.[1] ?? ''];
    await page.goto(`/ui/${path.replace(/:\w+/, String(row?.id))}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  },
});

const pathOf = ([, path]: Stop) => path;

/** Every page of the console. */
export const routes: Subject[] = [...[...consoleTour, ...otherTour, ...ticketTour].map(pathOf), ...alone].map(
  page,
);
