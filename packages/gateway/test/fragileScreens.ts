import { parentPort } from 'node:worker_threads';
import type { FromScreens, ToScreens } from '../src/engine/screen/messages.ts';

/**
 * A screen thread that crashes on the output `die`, hangs on `hang` and fills its memory on `hoard`; otherwise it
 * remembers what it got.
 */
const texts = new Map<string, string>();
const hoard: number[][] = [];
const say = (message: FromScreens) => parentPort?.postMessage([message]);
setInterval(() => parentPort?.postMessage([]), 500);

parentPort?.on('message', (batch: ToScreens[]) => {
  for (const message of batch) {
    if (message.op === 'output') {
      const text = Buffer.from(message.bytes).toString();
      if (text === 'die') throw new Error('died of output');
      while (text === 'hang');
      while (text === 'hoard') hoard.push(new Array(1_000).fill(hoard.length));
      texts.set(message.id, (texts.get(message.id) ?? '') + text);
      say({ op: 'eaten', id: message.id, bytes: message.bytes.length });
    } else if (message.op === 'paint') {
      const painting = { text: texts.get(message.id) ?? '', offset: 0, size: { cols: 80, rows: 24 } };
      say({ op: 'painted', request: message.request, painting });
    } else if (message.op === 'settle') say({ op: 'settled', request: message.request });
  }
});
