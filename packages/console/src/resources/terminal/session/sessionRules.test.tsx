// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import type { Session } from './Session.ts';
import { useSessionRules } from './useSessionRules.ts';

const components: NonNullable<Session['terminal']>['type'][] = [
  'koko',
  'guacamole',
  'omnidb',
  'xrdp',
  'lion',
  'core',
  'celery',
  'magnus',
  'razor',
  'tinker',
  'video_worker',
  'chen',
  'kael',
  'panda',
];

/** Lists the components whose sessions may be paused. */
function Held({ type = 'normal' }: { type?: Session['type']['value'] }) {
  const rules = useSessionRules();
  const held = components.filter(
    (component) =>
      rules.hold({
        can_terminate: true,
        type: { value: type, label: type },
        terminal: { id: 't1', name: component, type: component },
      }).can,
  );
  return <output>{held.join(' ') || 'none'}</output>;
}

const heldIn = async (page: React.ReactElement, perms = ['terminal.terminate_session']) => {
  const { screen } = await renderPage({ page, routes: {}, caller: { perms } });
  return (await screen.findByRole('status')).textContent;
};

test('A-6-066 the components that can pause a session are koko, lion, chen and kael', async () => {
  expect(await heldIn(<Held />)).toBe('koko lion chen kael');
});

test('A-6-066 a session of type command cannot be paused', async () => {
  expect(await heldIn(<Held type="command" />)).toBe('none');
});

test('A-6-066 without the permission to terminate sessions none can be paused', async () => {
  expect(await heldIn(<Held />, [])).toBe('none');
});
