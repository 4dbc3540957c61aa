// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import type { Action } from './Action.ts';
import { ActionMenu } from './ActionMenu.tsx';
import { ContextMenu } from './ContextMenu.tsx';
import { RowActions } from './RowActions.tsx';
import { useRun } from './useRun.ts';

const act = (name: string, over: Partial<Action> = {}): Action => ({ name, title: name, ...over });

const openMenu = async (actions: Action[]) => {
  const page = await renderPage({
    page: (
      <ActionMenu label="More" actions={actions}>
        {(opener) => (
          <button type="button" {...opener}>
            More
          </button>
        )}
      </ActionMenu>
    ),
    routes: {},
  });
  await page.user.click(await page.screen.findByRole('button', { name: 'More' }));
  return page;
};
/** The menu as text: items, headings in brackets, and separators. */
const lines = () =>
  [...screen.getByRole('menu').querySelectorAll('[role^=menuitem], [role=presentation], hr')].map((line) => {
    if (line.tagName === 'HR') return '---';
    return line.role === 'presentation' || line.getAttribute('role') === 'presentation'
      ? `[${line.textContent}]`
      : line.textContent;
  });

test('an action menu shows each heading once, and separators only between items', async () => {
  await openMenu([
    act('a', { divided: true }),
    act('b', { group: 'Copy' }),
    act('c', { group: 'Copy' }),
    act('d'),
    act('e', { group: 'Move', divided: true }),
    act('f', { has: false }),
  ]);
  expect(lines()).toEqual(['a', '[Copy]', 'b', 'c', 'd', '---', '[Move]', 'e']);
});

test('clicking a menu item runs its action; a disabled item gives a reason, a dangerous one is marked', async () => {
  const run = vi.fn();
  const { user } = await openMenu([
    act('locked', { can: false, onRun: run }),
    act('told', { can: false, reason: 'It has ended', onRun: run }),
    act('delete', { danger: true, icon: <i>icon</i>, onRun: run }),
  ]);
  const item = (name: string) => screen.getByRole('menuitem', { name: new RegExp(name) });
  expect(item('locked').dataset.reason).toBe('The conditions for this are not met.');
  expect(item('told').dataset.reason).toBe('It has ended');
  expect(item('delete').dataset.reason).toBeUndefined();
  expect(item('delete').className).not.toBe(item('locked').className);
  expect(item('delete').textContent).toBe('icondelete');
  await user.click(item('told'));
  expect(run).not.toHaveBeenCalled();
  await user.click(item('delete'));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('child actions open in a submenu', async () => {
  const run = vi.fn();
  const { user } = await openMenu([act('more', { children: [act('one'), act('two', { onRun: run })] })]);
  await user.click(screen.getByRole('menuitem', { name: 'more' }));
  await user.click(await screen.findByRole('menuitem', { name: 'two' }));
  expect(run).toHaveBeenCalledOnce();
});

test('without available actions neither a menu nor its button is rendered', async () => {
  await renderPage({
    page: (
      <>
        <ActionMenu label="More" actions={[act('a', { has: false })]}>
          {(opener) => (
            <button type="button" {...opener}>
              More
            </button>
          )}
        </ActionMenu>
        <ContextMenu actions={[]} at={{ x: 1, y: 2 }} label="Row" onClose={() => undefined} />
        <p>drawn</p>
      </>
    ),
    routes: {},
  });
  await screen.findByText('drawn');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a context menu opens at the pointer and focuses its first item', async () => {
  const onClose = vi.fn();
  const { user } = await renderPage({
    page: <ContextMenu actions={[act('a'), act('b')]} at={{ x: 30, y: 40 }} label="Row" onClose={onClose} />,
    routes: {},
  });
  const menu = await screen.findByRole('menu', { name: 'Row' });
  expect(document.activeElement?.textContent).toBe('a');
  const { style } = menu.closest('[popover]') as HTMLElement;
  expect([style.left, style.top]).toEqual(['30px', '40px']);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

const rowOf = (...actions: Action[]) =>
  renderPage({ page: <RowActions actions={actions} name="web-01" />, routes: {} });

test('a row action with an address is a link, unless it is disabled or opens a new tab', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  await rowOf(act('Edit', { to: '/edit' }));
  expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe('/edit');
  expect(screen.getByRole('link').dataset.action).toBe('Edit');
  cleanup();
  const { user, router } = await rowOf(
    act('Edit', { to: '/edit', can: false }),
    act('Open', { to: '/x', newTab: true }),
  );
  await screen.findByRole('button', { name: 'Open' });
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(router.state.location.pathname).toBe('/here');
  expect(window.open).toHaveBeenCalledExactlyOnceWith('/x', '_blank', 'noopener');
});

test('a row action runs when clicked unless disabled, and a dangerous action is marked', async () => {
  const run = vi.fn();
  const { user } = await rowOf(
    act('Stop', { danger: true, onRun: run }),
    act('Watch', { can: false, onRun: run }),
  );
  const stop = await screen.findByRole('button', { name: 'Stop' });
  const watch = screen.getByRole('button', { name: 'Watch' });
  expect([stop, watch].map((button) => button.getAttribute('aria-disabled'))).toEqual(['false', 'true']);
  expect([stop, watch].map((button) => button.dataset.action)).toEqual(['Stop', 'Watch']);
  expect(stop.className).not.toBe(watch.className);
  await user.click(watch);
  expect(run).not.toHaveBeenCalled();
  await user.click(stop);
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: /More/ })).toBeNull();
});

test('further row actions are in a menu named after the row', async () => {
  const { user } = await rowOf(act('One'), act('Two'), act('Three'));
  await user.click(await screen.findByRole('button', { name: 'More actions: web-01' }));
  expect(lines()).toEqual(['Two', 'Three']);
});

function Runner({ action }: { action: Action }) {
  const { run, running } = useRun();
  return (
    <button type="button" onClick={() => void run(action)}>
      {running ?? 'idle'}
    </button>
  );
}

test('a running action is named, and another can run once it succeeds or fails', async () => {
  let end: { finish: () => void; fail: (reason: Error) => void } | undefined;
  const onRun = () => new Promise<void>((finish, fail) => (end = { finish, fail }));
  const { user } = await renderPage({ page: <Runner action={act('stop', { onRun })} />, routes: {} });
  const button = await screen.findByRole('button');
  for (const finish of [() => end?.finish(), () => end?.fail(new Error('refused'))]) {
    await user.click(button);
    expect(button.textContent).toBe('stop');
    finish();
    await waitFor(() => expect(button.textContent).toBe('idle'));
  }
});

test('an action with an address navigates there and does not run', async () => {
  const onRun = vi.fn();
  const { user, router } = await renderPage({
    page: <Runner action={act('open', { to: '/there', onRun })} />,
    routes: {},
  });
  await user.click(await screen.findByRole('button'));
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/there');
  expect(onRun).not.toHaveBeenCalled();
});
