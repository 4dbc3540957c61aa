/** A reason not to start that a restart cannot fix; shown to the user as one line, without a stack. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Exit code that tells the launcher not to restart the program. */
export const refusalExitCode = 78;
