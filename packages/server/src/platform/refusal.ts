/** A reason not to start that starting again cannot cure; shown to the person as one line, without a stack. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}

/** The exit code by which a program tells its keeper not to start it again. */
export const refusalExitCode = 78;
