import { DO, DONT, IAC, options, SB, SE, TelnetViolation, type Verb, WILL, WONT } from './codes.ts';

type Size = { cols: number; rows: number };

/** The agreed options, and the answers to the asset's requests. */
export type Negotiation = {
  onOption: (verb: Verb, option: number) => void;
  onParameters: (option: number, parameters: Buffer) => void;
  resize: (size: Size) => void;
  /** Whether bytes are sent unchanged, in each direction. */
  isBinary: { in: () => boolean; out: () => boolean };
};

const TERMINAL_TYPE = 'XTERM-256COLOR';
const [IS, SEND] = [0, 1];
/** Maximum number of answers to one asset within the period; only a loop needs more. */
const MOST_ANSWERS = 500;
const PERIOD_MS = 60_000;

/** What the asset may do, and what this side does on request. */
const accepted = {
  theirs: new Set<number>([options.echo, options.suppress_go_ahead, options.binary]),
  ours: new Set<number>([
    options.terminal_type,
    options.window_size,
    options.suppress_go_ahead,
    options.binary,
  ]),
};

type Side = {
  enabled: Set<number>;
  /** Requested by this side and not answered yet. */
  requested: Set<number>;
  /** Refused once; a repeated request is not answered, to avoid a loop. */
  refused: Set<number>;
};
const side = (): Side => ({ enabled: new Set(), requested: new Set(), refused: new Set() });

const windowSize = ({ cols, rows }: Size): number[] =>
  [cols >> 8, cols & 255, rows >> 8, rows & 255].flatMap((byte) => (byte === IAC ? [IAC, IAC] : [byte]));

/** Options of one connection, after RFC 1143: an answer is sent only when something changes. */
export const createNegotiation = (deps: { size: Size; send: (bytes: Buffer) => void }): Negotiation => {
  const [theirs, ours] = [side(), side()];
  let { size } = deps;
  let hasAsked = false;
  let answers = 0;
  let since = 0;

  const send = (...bytes: number[]) => {
    if (Date.now() - since > PERIOD_MS) {
      since = Date.now();
      answers = 0;
    }
    answers += 1;
    if (answers > MOST_ANSWERS) throw new TelnetViolation('negotiation without end');
    deps.send(Buffer.from(bytes));
  };
  const sendSize = () => deps.send(Buffer.from([IAC, SB, options.window_size, ...windowSize(size), IAC, SE]));
  const request = (of: Side, verb: Verb, options: readonly number[]) => {
    for (const option of options) {
      if (of.enabled.has(option) || of.requested.has(option)) continue;
      of.requested.add(option);
      send(IAC, verb, option);
    }
  };
  /** An asset that negotiates speaks Telnet; any other is treated as a plain connection. */
  const askOnce = () => {
    if (hasAsked) return;
    hasAsked = true;
    request(theirs, DO, [options.suppress_go_ahead, options.echo, options.binary]);
    request(ours, WILL, [options.terminal_type, options.window_size, options.binary]);
  };
  const enable = (of: Side, option: number, may: ReadonlySet<number>, [yes, no]: [Verb, Verb]) => {
    if (of.enabled.has(option)) return;
    if (!may.has(option)) {
      if (of.refused.has(option)) return;
      of.refused.add(option);
      return send(IAC, no, option);
    }
    of.enabled.add(option);
    if (!of.requested.delete(option)) send(IAC, yes, option);
    if (of === ours && option === options.window_size) sendSize();
  };
  const disable = (of: Side, option: number, no: Verb) => {
    of.requested.delete(option);
    if (of.enabled.delete(option)) send(IAC, no, option);
  };

  return {
    onOption: (verb, option) => {
      if (verb === WILL) enable(theirs, option, accepted.theirs, [DO, DONT]);
      else if (verb === DO) enable(ours, option, accepted.ours, [WILL, WONT]);
      else if (verb === WONT) disable(theirs, option, DONT);
      else disable(ours, option, WONT);
      askOnce();
    },
    onParameters: (option, [what]) => {
      if (option !== options.terminal_type || what !== SEND || !ours.enabled.has(option)) return;
      send(IAC, SB, option, IS, ...Buffer.from(TERMINAL_TYPE), IAC, SE);
    },
    resize: (next) => {
      size = next;
      if (ours.enabled.has(options.window_size)) sendSize();
    },
    isBinary: {
      in: () => theirs.enabled.has(options.binary),
      out: () => ours.enabled.has(options.binary),
    },
  };
};
