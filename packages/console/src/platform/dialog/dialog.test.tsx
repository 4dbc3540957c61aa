// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { Menu as KitMenu } from '../../theme/control/menu/Menu.tsx';
import { useConfirm } from '../confirm/useConfirm.ts';
import { Drawer } from './Drawer.tsx';
import { Modal } from './Modal.tsx';

const frames = {
  dialog: (onClose: () => void) => (
    <Modal open title="Box" onCancel={onClose}>
      <input aria-label="Inside" />
    </Modal>
  ),
  drawer: (onClose: () => void) => (
    <Drawer open title="Box" onClose={onClose}>
      <input aria-label="Inside" />
    </Drawer>
  ),
};

function Page({ kind, keepsOpener = true }: { kind: keyof typeof frames; keepsOpener?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <p>
        {(keepsOpener || !isOpen) && (
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        )}
        <button type="button">Beside</button>
      </p>
      {isOpen && frames[kind](() => setOpen(false))}
    </main>
  );
}

const focusOn = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element));

test.each(['dialog', 'drawer'] as const)('a %s unmounted while open restores the focus', async (kind) => {
  const { screen, user } = await renderPage({ page: <Page kind={kind} />, routes: {} });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('textbox', { name: 'Inside' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  await focusOn(screen.getByRole('button', { name: 'Open' }));
});

test('a dialog closed while nothing had the focus still restores it', async () => {
  const { screen, user } = await renderPage({ page: <Page kind="dialog" />, routes: {} });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('textbox', { name: 'Inside' });
  (document.activeElement as HTMLElement).blur();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await user.keyboard('{Escape}');
  await focusOn(screen.getByRole('button', { name: 'Open' }));
});

test('a dialog whose opener was replaced meanwhile returns the focus to the replacement', async () => {
  const { screen, user } = await renderPage({ page: <Page kind="dialog" keepsOpener={false} />, routes: {} });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('textbox', { name: 'Inside' }));
  await user.keyboard('{Escape}');
  await focusOn(screen.getByRole('button', { name: 'Beside' }));
});

const Late = lazy(async () => ({
  default: ({ onClose }: { onClose: () => void }) => frames.dialog(onClose),
}));

function Menu() {
  const confirm = useConfirm();
  const [isOpen, setOpen] = useState(false);
  const items = [
    { key: 'ask', label: 'Ask', onSelect: () => void confirm({ title: 'Sure?', okText: 'Yes' }) },
    { key: 'show', label: 'Show', onSelect: () => setOpen(true) },
  ];
  return (
    <>
      <KitMenu label="More" items={items}>
        {(opener) => <Button {...opener}>More</Button>}
      </KitMenu>
      <Suspense>{isOpen && <Late onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

test("a question and a late dialog opened from a menu return the focus to the menu's opener", async () => {
  const { screen, user } = await renderPage({ page: <Menu />, routes: {} });
  const more = screen.getByRole('button', { name: 'More' });
  await user.click(more);
  await user.click(await screen.findByRole('menuitem', { name: 'Ask' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await focusOn(more);
  await user.click(more);
  await user.click(await screen.findByRole('menuitem', { name: 'Show' }));
  await user.click(await screen.findByRole('textbox', { name: 'Inside' }));
  await user.keyboard('{Escape}');
  await focusOn(more);
});

test.each([
  [1440, '60%', '60%'],
  [390, '60%', '100%'],
  [390, 440, '440px'],
])('in a window of %i px a dialog of %s is %s wide', async (window, width, shown) => {
  const { screen } = await renderPage({
    page: <Modal open title="Box" width={width} />,
    routes: {},
    width: window,
  });
  const { style } = (await screen.findByRole('dialog')).closest<HTMLElement>('.ant-modal') as HTMLElement;
  expect(style.width).toBe(shown);
});
