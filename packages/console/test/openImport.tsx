import { within } from '@testing-library/react';
import { DOMAINS } from './domains.ts';
import type { Seen } from './fakeServer.ts';
import { openDomains } from './openDomains.tsx';

/** A file chosen by the user. */
export const chosenFile = (name = 'zones.csv') => new File(['x'], name, { type: 'text/csv' });

/** The file as the server parses it. */
export const parsedZones = {
  title: [
    ['*Name', 'name'],
    ['Comment', 'comment'],
  ],
  data: [{ name: 'a', comment: '' }, { name: 'b' }, { name: 'c' }],
  unknown: [],
};

/** A parsed file with many rows: `z1`, `z2` and so on. */
export const manyZones = (count: number) => ({
  title: [['*Name', 'name']],
  data: Array.from({ length: count }, (_, at) => ({ name: `z${at + 1}` })),
  unknown: [],
});

export const RENDER = `${DOMAINS}render-to-json/`;
export const BATCH = `${DOMAINS}batch-import/`;

/** Name in the body of a sent row. */
export const sentName = ({ body }: Pick<Seen, 'body'>): string => (body as { name: string }).name;

/** Opens the import dialog of the zones. */
export const openImport = async (
  routes: Record<string, unknown> = {},
  over: Omit<Parameters<typeof openDomains>[0] & object, 'routes'> = {},
) => {
  const page = await openDomains({ ...over, routes: { [`POST ${RENDER}`]: parsedZones, ...routes } });
  const { screen, user } = page;
  await screen.findByRole('link', { name: 'zone-1' });
  await user.click(screen.getByRole('button', { name: 'Import' }));
  const element = await screen.findByRole('dialog');
  const dialog = within(element);
  return {
    ...page,
    element,
    dialog,
    choose: async (file = chosenFile()) => {
      await user.upload(dialog.getByLabelText('File to import'), file);
    },
    press: async (name: string | RegExp) => user.click(await dialog.findByRole('button', { name })),
    rowNumbers: () =>
      dialog
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[0]?.textContent),
  };
};
