import { parentPort } from 'node:worker_threads';
import { createCommandReader } from './commandReader.ts';
import { createFeeder } from './feeder.ts';
import type { FromScreens, ToScreens } from './messages.ts';
import { createScreen, type ScreenModel } from './screen.ts';

const port = parentPort;
if (!port) throw new Error('the screen thread is started by the gateway');

const TICK_MS = 1_000;
const feeder = createFeeder();
const screens = new Map<string, ScreenModel>();
let answers: FromScreens[] = [];
const flush = () => {
  port.postMessage(answers);
  answers = [];
};
const say = (message: FromScreens) => {
  if (answers.push(message) === 1) setImmediate(flush);
};

const create = ({ id, size, offset }: Extract<ToScreens, { op: 'create' }>) => {
  let acknowledged = offset;
  const screen = createScreen({
    size,
    offset,
    feeder,
    reader: createCommandReader({
      entered: (command) => say({ op: 'entered', id, command }),
      finished: (command) => say({ op: 'finished', id, command }),
    }),
    now: Date.now,
    onDrain: (reached) => {
      say({ op: 'eaten', id, bytes: reached - acknowledged });
      acknowledged = reached;
    },
  });
  screens.set(id, screen);
};

const obey = (message: ToScreens) => {
  if (message.op === 'create') return create(message);
  const screen = screens.get(message.id);
  if (!screen) {
    if (message.op === 'settle') say({ op: 'settled', request: message.request });
    if (message.op === 'held') say({ op: 'held', request: message.request, line: null });
    return;
  }
  if (message.op === 'output') screen.output(Buffer.from(message.bytes.buffer as ArrayBuffer));
  else if (message.op === 'input') screen.input(message.text, message.moment);
  else if (message.op === 'resize') screen.resize(message.size);
  else if (message.op === 'paint') {
    const { request } = message;
    void screen.paint().then((painting) => say({ op: 'painted', request, painting }));
  } else if (message.op === 'held') {
    const { request } = message;
    void screen.held().then((line) => say({ op: 'held', request, line }));
  } else if (message.op === 'settle') {
    const { request } = message;
    void screen.settled().then(() => say({ op: 'settled', request }));
  } else {
    void screen.dispose();
    screens.delete(message.id);
  }
};

port.on('message', (batch: ToScreens[]) => {
  for (const message of batch) obey(message);
});
setInterval(() => {
  const now = Date.now();
  for (const screen of screens.values()) screen.tick(now);
  if (answers.length === 0) flush();
}, TICK_MS);
