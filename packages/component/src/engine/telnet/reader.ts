import { DONT, IAC, SB, SE, TelnetViolation, type Verb, WILL } from './codes.ts';

/** Separates an asset's output from the commands in it. */
export type TelnetReader = {
  /** Takes a piece of the stream and returns the output in it; throws `TelnetViolation`. */
  read: (chunk: Buffer) => Buffer;
};

/** Maximum number of bytes kept of the parameters of a subnegotiation; the rest is skipped. */
const KEPT_PARAMETERS = 64;
/** Maximum number of command bytes in a row without a byte of output. */
const MOST_COMMAND_BYTES = 1024 * 1024;

const CR = 13;
const isVerb = (byte: number): byte is Verb => byte >= WILL && byte <= DONT;

type State = 'data' | 'command' | 'option' | 'parameters' | 'parameters_command';

/** A reader at the start of a stream. */
export const createTelnetReader = (events: {
  /** Whether the asset sends bytes unchanged (BINARY); otherwise a CR is followed by LF or NUL. */
  isBinary: () => boolean;
  onOption: (verb: Verb, option: number) => void;
  onParameters: (option: number, parameters: Buffer) => void;
}): TelnetReader => {
  let state: State = 'data';
  let verb: Verb = WILL;
  let afterCr = false;
  let parameters: number[] = [];
  let commandBytes = 0;

  /** Takes a byte that is not output. */
  const takeCommand = (byte: number): void => {
    if (state === 'command') {
      state = byte === SB ? 'parameters' : isVerb(byte) ? 'option' : 'data';
      if (isVerb(byte)) verb = byte;
      parameters = [];
    } else if (state === 'option') {
      state = 'data';
      events.onOption(verb, byte);
    } else if (state === 'parameters') {
      if (byte === IAC) state = 'parameters_command';
      else if (parameters.length <= KEPT_PARAMETERS) parameters.push(byte);
    } else if (byte === SE) {
      state = 'data';
      const [option, ...rest] = parameters;
      if (option !== undefined) events.onParameters(option, Buffer.from(rest));
    } else {
      if (parameters.length <= KEPT_PARAMETERS) parameters.push(byte);
      state = 'parameters';
    }
  };

  const readSlowly = (chunk: Buffer): Buffer => {
    const output = Buffer.allocUnsafe(chunk.length);
    let length = 0;
    for (const byte of chunk) {
      const isOutput = state === 'data' ? byte !== IAC : state === 'command' && byte === IAC;
      if (isOutput) {
        state = 'data';
        commandBytes = 0;
        if (!(afterCr && byte === 0)) output[length++] = byte;
        afterCr = byte === CR && !events.isBinary();
      } else {
        commandBytes += 1;
        if (commandBytes > MOST_COMMAND_BYTES) throw new TelnetViolation('commands without end');
        if (state === 'data') state = 'command';
        else takeCommand(byte);
      }
    }
    return output.subarray(0, length);
  };

  return {
    read: (chunk) => {
      // Nearly all output contains neither a command nor a NUL and passes without a copy.
      if (state !== 'data' || chunk.includes(IAC) || chunk.includes(0)) return readSlowly(chunk);
      commandBytes = 0;
      afterCr = chunk.at(-1) === CR && !events.isBinary();
      return chunk;
    },
  };
};
