/** A machine's output with its times, as it is played. */
export type TimedOutput = {
  name: string;
  text: string;
  /** Milliseconds since the work began, and the characters that were printed by then, in order. */
  times: readonly (readonly [at: number, to: number])[];
  /** When the work began, in Unix seconds, and how long it took. */
  began: number;
  seconds: number;
};

const [FEWEST_COLUMNS, MOST_COLUMNS, ROWS] = [80, 160, 24];

const columnsOf = (text: string): number => {
  let most = 0;
  for (const line of text.split('\n')) most = Math.max(most, line.length);
  return Math.min(MOST_COLUMNS, Math.max(FEWEST_COLUMNS, most));
};

const secondsOf = (ms: number): number => ms / 1_000;

/** The lines of an asciicast of version 2: what terminals and this console play. */
export function* castLines({ name, text, times, began, seconds }: TimedOutput): Generator<string> {
  const header = { version: 2, width: columnsOf(text), height: ROWS, timestamp: began, title: name };
  yield `${JSON.stringify(header)}\n`;
  const signs = [...text];
  let [shown, last] = [0, 0];
  const event = (at: number, to: number): string => {
    // A terminal goes down at a line feed, and to the left at a carriage return.
    const piece = signs.slice(shown, to).join('').replace(/\r?\n/g, '\r\n');
    shown = to;
    last = Math.max(last, at);
    return `${JSON.stringify([secondsOf(last), 'o', piece])}\n`;
  };
  for (const [at, to] of times) if (to > shown) yield event(at, Math.min(to, signs.length));
  if (shown < signs.length) yield event(last, signs.length);
  const end = Math.round(seconds * 1_000);
  if (end > last) yield `${JSON.stringify([secondsOf(end), 'm', ''])}\n`;
}
