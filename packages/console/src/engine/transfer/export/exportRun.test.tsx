import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DOMAINS } from '../../../../test/domains.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { exporting, openDomains, savedFiles, sentFile } from '../../../../test/openDomains.tsx';

/** A file whose content the test sends piece by piece. */
const flowing = () => {
  let pour: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      pour = controller;
    },
  });
  return {
    file: sentFile('domain.csv', body),
    say: (text: string) => pour?.enqueue(new TextEncoder().encode(text)),
    end: () => pour?.close(),
    breakOff: () => pour?.error(new TypeError('terminated')),
  };
};

/** Opens the export dialog of a list and presses Export; `file` answers the request. */
const startExport = async (file: () => unknown) => {
  const files = savedFiles();
  const opened = await openDomains({ routes: exporting(file) });
  const { screen, user, server } = opened;
  await screen.findByRole('link', { name: 'zone-1' });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export domains' }));
  const press = () => user.click(dialog.getByRole('button', { name: 'Export' }));
  await press();
  const requests = () => server.calls('GET', DOMAINS).filter(({ query }) => query.format);
  await waitFor(() => expect(requests()).toHaveLength(1));
  return { ...opened, files, dialog, press, requests };
};
const noDialog = (screen: { queryByRole: (role: string) => unknown }) =>
  waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('an export under way', () => {
  test('an export shows how much has arrived, and saves the file when complete', async () => {
    const { file, say, end } = flowing();
    const { screen, dialog, files } = await startExport(() => file);
    await dialog.findByText('Waiting for the first rows');
    say('x'.repeat(1536));
    await dialog.findByText('1.5 KB received');
    say('y'.repeat(512));
    await dialog.findByText('2 KB received');
    expect(files).toEqual([]);
    end();
    await noDialog(screen);
    expect(await files[0]).toEqual(['domain.csv', 'x'.repeat(1536) + 'y'.repeat(512)]);
  });

  test('"Stop" ends the request of an export; nothing is saved or reported, and a retry works', async () => {
    const answers = [() => new Promise<never>(() => undefined), () => sentFile('domain.csv', 'whole')];
    const { screen, user, dialog, press, requests, files } = await startExport(() => answers.shift()?.());
    await user.click(await dialog.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(requests()[0]?.signal?.aborted).toBe(true));
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Stop' })).toBeNull());
    expect(screen.queryByText('Export of domains failed')).toBeNull();
    expect(files).toEqual([]);
    await press();
    await noDialog(screen);
    expect(await files[0]).toEqual(['domain.csv', 'whole']);
  });

  test('an export that is refused or breaks off is reported with its reason, and a retry works', async () => {
    const cut = flowing();
    const tooMany = {
      detail: 'Your exports are read one at a time.',
      code: 'throttled',
      limit: 'own_exports',
    };
    const answers = [answer(429, tooMany), cut.file, sentFile('domain.csv', 'whole')];
    const { screen, press, requests, files } = await startExport(() => answers.shift());
    await screen.findByText('Export of domains failed');
    await screen.findByText('Your exports are read one at a time.');
    await press();
    await waitFor(() => expect(requests()).toHaveLength(2));
    cut.say('half of it');
    cut.breakOff();
    await screen.findByText(/server cannot be reached/);
    expect(files).toEqual([]);
    await press();
    await noDialog(screen);
    expect(await files[0]).toEqual(['domain.csv', 'whole']);
  });
});

describe('leaving an export', () => {
  test('an export asks before its dialog closes, and is then cancelled', async () => {
    const { screen, user, dialog, requests, files } = await startExport(() => new Promise(() => undefined));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Stop the export?');
    await user.click(screen.getByRole('button', { name: 'Keep waiting' }));
    expect(requests()[0]?.signal?.aborted).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Stop export' }));
    await noDialog(screen);
    expect([requests()[0]?.signal?.aborted, files]).toEqual([true, []]);
  });

  test('an export that finishes during the question saves its file and closes the question', async () => {
    const { file, end } = flowing();
    const { screen, user, dialog, files } = await startExport(() => file);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Stop the export?');
    end();
    await noDialog(screen);
    expect(files).toHaveLength(1);
  });

  test('an export asks before its page is left; "Stay" continues it and "Leave" ends it', async () => {
    const { screen, user, router, requests } = await startExport(() => new Promise(() => undefined));
    void router.navigate('/elsewhere');
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(requests()[0]?.signal?.aborted).toBe(false);
    void router.navigate('/elsewhere');
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByText('elsewhere');
    expect(requests()[0]?.signal?.aborted).toBe(true);
  });
});
