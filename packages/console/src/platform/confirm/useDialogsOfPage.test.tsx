// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { theme } from 'antd';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { useConfirm } from './useConfirm.ts';
import { useDialogsOfPage } from './useDialogsOfPage.ts';

const answers: boolean[] = [];

/** Asks a question on each page as it opens. */
function Page({ path }: { path: string }) {
  const confirm = useConfirm();
  useEffect(() => {
    void confirm({ title: `Sure of ${path}?`, body: '', okText: 'Yes' }).then((yes) => answers.push(yes));
  }, [confirm, path]);
  return null;
}

function Host() {
  const { pathname } = useLocation();
  useDialogsOfPage(pathname);
  return <Page key={pathname} path={pathname} />;
}

test("a question closes with its page, answered with no; the next page's stays", async () => {
  const { screen, router } = await renderPage({
    page: <Host />,
    routes: {},
    at: '/pages/1',
    pattern: '/pages/:id',
  });
  await screen.findByRole('dialog', { name: 'Sure of /pages/1?' });
  await act(() => router.navigate('/pages/2'));
  await screen.findByRole('dialog', { name: 'Sure of /pages/2?' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sure of /pages/1?' })).toBeNull());
  expect(answers).toEqual([false]);
});

test('an unprompted question lies above open menus', async () => {
  const { screen } = await renderPage({
    page: <Host />,
    routes: {},
    at: '/pages/1',
    pattern: '/pages/:id',
  });
  const question = await screen.findByRole('dialog', { name: 'Sure of /pages/1?' });
  const layer = getComputedStyle(question.closest('.ant-modal-wrap') as HTMLElement).zIndex;
  // The library draws its menus and pickers 50 above the layer of the dialog or drawer they are in.
  expect(Number(layer)).toBeGreaterThan(theme.getDesignToken().zIndexPopupBase + 50);
});
