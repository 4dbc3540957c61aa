/** Commands of RFC 854. */
export const IAC = 255;
export const [SE, SB, WILL, WONT, DO, DONT] = [240, 250, 251, 252, 253, 254] as const;

/** A command that asks about or answers an option. */
export type Verb = typeof WILL | typeof WONT | typeof DO | typeof DONT;

/** The options this client knows: RFC 856, 857, 858, 1091, 1073. */
export const options = {
  binary: 0,
  echo: 1,
  suppress_go_ahead: 3,
  terminal_type: 24,
  window_size: 31,
} as const;

/** The asset broke the protocol beyond recovery; the message is for the log. */
export class TelnetViolation extends Error {
  override name = 'TelnetViolation';
}
