import { Refusal, refusalExitCode } from '../../platform/refusal.ts';

/** Runs a program of the machine to its end. A refusal is told in one line, any other failure as it is. */
export const runProgram = async (program: () => Promise<void>): Promise<void> => {
  try {
    await program();
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    console.error(isRefusal ? error.message : error);
    process.exit(isRefusal ? refusalExitCode : 1);
  }
};
