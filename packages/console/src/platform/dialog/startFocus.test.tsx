// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { Modal } from './Modal.tsx';

const starts: [what: string, content: ReactNode, name: string][] = [
  ['the first field', <input key="1" aria-label="Wanted" />, 'Wanted'],
  [
    'the first field that can be used',
    <p key="1">
      <button type="button">Before</button>
      <input aria-label="Off" disabled />
      <input aria-label="Hidden" style={{ display: 'none' }} />
      <input aria-label="Skipped" tabIndex={-1} />
      <textarea aria-label="Wanted" />
    </p>,
    'Wanted',
  ],
  [
    'the chosen one of several',
    <p key="1">
      <input type="radio" name="kind" aria-label="One" />
      <input type="radio" name="kind" aria-label="Wanted" defaultChecked />
      <input type="radio" name="other" aria-label="Other" defaultChecked />
    </p>,
    'Wanted',
  ],
  [
    'the first of several of which none is chosen',
    <p key="1">
      <input type="radio" name="kind" aria-label="Wanted" />
      <input type="radio" name="other" aria-label="Other" defaultChecked />
    </p>,
    'Wanted',
  ],
  [
    'what is marked',
    <p key="1">
      <input aria-label="First" />
      <input aria-label="Wanted" data-focus />
    </p>,
    'Wanted',
  ],
  [
    'a field that takes the focus itself',
    <p key="1">
      <input aria-label="First" />
      <EagerInput />
    </p>,
    'Wanted',
  ],
  [
    'the first button below, if there is no field',
    <button key="1" type="button">
      Inside
    </button>,
    'Cancel',
  ],
];

function EagerInput() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return <input ref={ref} aria-label="Wanted" />;
}

const focused = () => {
  const { activeElement: at } = document;
  return at?.getAttribute('aria-label') ?? at?.textContent;
};

test.each(starts)('a dialog starts on %s, not on its close button', async (_what, content, name) => {
  const { screen } = await renderPage({
    page: (
      <Modal open title="Box">
        {content}
      </Modal>
    ),
    routes: {},
  });
  await screen.findByRole('button', { name: 'Close' });
  await waitFor(() => expect(focused()).toBe(name));
});

test.each([
  ['no buttons', null],
  [
    'only buttons that act',
    <>
      <Button danger>Reject</Button>
      <Button type="primary">Approve</Button>
    </>,
  ],
])('a dialog with no fields and %s starts on itself', async (_what, footer) => {
  const { screen } = await renderPage({ page: <Modal open title="Box" footer={footer} />, routes: {} });
  const box = (await screen.findByRole('dialog')).closest('.ant-modal');
  await waitFor(() => expect(document.activeElement).toBe(box));
});

function Again() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Modal
        open={isOpen}
        transitionName=""
        maskTransitionName=""
        title="Box"
        onCancel={() => setOpen(false)}
      >
        <input aria-label="Inside" />
      </Modal>
    </>
  );
}

test('a dialog that is shown again starts on its first field again', async () => {
  const { screen, user } = await renderPage({ page: <Again />, routes: {} });
  for (let time = 0; time < 2; time += 1) {
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(focused()).toBe('Inside'));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(focused()).toBe('Open'));
  }
});

/** A dialog whose field arrives when it is told to. */
function Slow({ arrives }: { arrives: Promise<void> }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    arrives.then(() => setThere(true));
  }, [arrives]);
  return (
    <Modal open title="Box">
      {isThere && <input aria-label="Late" />}
    </Modal>
  );
}

test.each([
  ['waits for a field that arrives late', [], 'Late'],
  ['leaves the focus alone once a key was pressed', ['{Tab}'], 'OK'],
])('a dialog %s', async (_what, keys, name) => {
  const arrival = Promise.withResolvers<void>();
  const { screen, user } = await renderPage({ page: <Slow arrives={arrival.promise} />, routes: {} });
  await waitFor(() => expect(focused()).toBe('Cancel'));
  for (const key of keys) await user.keyboard(key);
  arrival.resolve();
  await screen.findByRole('textbox', { name: 'Late' });
  await waitFor(() => expect(focused()).toBe(name));
});

test('a dialog leaves the focus alone once it was clicked, even if a field arrives late', async () => {
  const arrival = Promise.withResolvers<void>();
  const { screen, user } = await renderPage({ page: <Slow arrives={arrival.promise} />, routes: {} });
  await waitFor(() => expect(focused()).toBe('Cancel'));
  await user.click(screen.getByRole('button', { name: 'OK' }));
  arrival.resolve();
  await screen.findByRole('textbox', { name: 'Late' });
  expect(focused()).toBe('OK');
});

test.each([
  [true, 'Cancel'],
  [false, 'Delete 2'],
])(
  'a question starts on Cancel where Enter would do harm (%s), else on what it offers',
  async (focusCancel, name) => {
    const { platform, screen } = await renderPage({ page: <p>page</p>, routes: {} });
    void platform.dialogs.confirm({ title: 'Delete?', okText: 'Delete 2', danger: true, focusCancel });
    await screen.findByText('Delete?');
    await waitFor(() => expect(focused()).toBe(name));
  },
);

test.each(['keydown', 'pointerdown'])(
  'a field that arrives after a %s that nothing else hears takes no focus',
  async (kind) => {
    const { screen } = await renderPage({
      page: (
        <Modal open title="Box" footer={null}>
          <div data-testid="place" />
        </Modal>
      ),
      routes: {},
    });
    const box = (await screen.findByRole('dialog')).closest<HTMLElement>('.ant-modal')!;
    await waitFor(() => expect(document.activeElement).toBe(box));
    const place = screen.getByTestId('place');
    place.addEventListener(kind, (event) => event.stopPropagation());
    place.dispatchEvent(new Event(kind, { bubbles: true }));
    place.append(document.createElement('input'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(document.activeElement).toBe(box);
  },
);
