import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { expect, test } from 'vitest';
import { listRow } from '../../test/sampleRow.ts';
import { makeCastPlayer } from './castPlayer.ts';
import { makeCastStore } from './castStore.ts';
import { currentCommand, findCommands, placeCommands } from './commands.ts';

const setup = (...times: number[]) => {
  const store = makeCastStore();
  for (const time of times) store.output(time, 'x');
  const shown: number[] = [];
  let clock = 0;
  let next: (() => void) | undefined;
  const player = makeCastPlayer({
    store,
    show: (index) => shown.push(index),
    now: () => clock,
    frame: (callback) => {
      next = callback;
      return () => {
        next = undefined;
      };
    },
  });
  player.refresh();
  const pass = (milliseconds: number) => {
    clock += milliseconds;
    const callback = next;
    next = undefined;
    callback?.();
  };
  return { player, shown, pass };
};

test('playing at double speed shows twice as much', () => {
  const { player, pass, shown } = setup(0.5, 1, 1.5, 2, 3, 10);
  player.setSpeed(2);
  player.play();
  pass(1000);
  expect(player.getState().position).toBe(2);
  expect(shown.at(-1)).toBe(4);
});

test('idle time is skipped by default and played on request', () => {
  const { player, pass } = setup(1, 61);
  player.play();
  pass(4000);
  expect(player.getState().position).toBe(61);
  player.seek(1);
  player.setSkipIdle(false);
  player.play();
  pass(4000);
  expect(player.getState().position).toBe(5);
  expect(player.getState().saved).toBe(58);
});

test('at the end the player pauses, and playing starts over', () => {
  const { player, pass } = setup(1);
  player.play();
  pass(5000);
  expect(player.getState()).toMatchObject({ position: 1, isPlaying: false });
  player.toggle();
  expect(player.getState()).toMatchObject({ position: 0, isPlaying: true });
});

test('seeking stays inside the recording', () => {
  const { player } = setup(1, 5);
  player.seek(99);
  expect(player.getState().position).toBe(5);
  player.seek(-3);
  expect(player.getState().position).toBe(0);
});

type Level = RowOf<typeof command>['risk_level']['value'];
const row = (id: string, timestamp: number, input: string, level: Level = 0, label = 'Accept') =>
  listRow(command, { id, input, timestamp, risk_level: { value: level, label } });

test('commands are placed on the recording and the running one is known', () => {
  const commands = placeCommands([row('b', 1060, 'ls -la'), row('a', 1004, 'sudo -i', 4)], 1000, 90);
  expect(commands.map((command) => [command.id, command.at])).toEqual([
    ['a', 4],
    ['b', 60],
  ]);
  expect([currentCommand(commands, 0), currentCommand(commands, 4), currentCommand(commands, 70)]).toEqual([
    -1, 0, 1,
  ]);
});

test('the exact time recorded by the gateway is preferred to the clock', () => {
  expect(placeCommands([{ ...row('a', 1004, 'ls'), offset_ms: 3250 }], 1000, 90)[0]?.at).toBe(3.25);
});

test('a command with a time outside the recording is placed at its edge', () => {
  expect(
    placeCommands([row('a', 999, 'x'), row('b', 2000, 'y')], 1000, 90).map((command) => command.at),
  ).toEqual([0, 90]);
});

test('commands are found by words in any order and case', () => {
  const commands = placeCommands(
    [row('a', 1, 'systemctl reload nginx'), row('b', 2, 'vim nginx.conf')],
    0,
    9,
  );
  expect(findCommands(commands, 'NGINX reload').map((command) => command.id)).toEqual(['a']);
});
