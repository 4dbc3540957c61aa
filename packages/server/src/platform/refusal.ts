/** A reason not to start or continue, which a restart cannot fix; shown as one line, without a stack. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Exit code that tells the launcher not to restart the program. */
export const refusalExitCode = 78;
