/* Decides the size of the proofs. Every test run does them small, npm run test:long in full: the same
   tests with the same assertions. */

const { TEST_PROOFS } = process.env;

/** The amount of work a proof does: little in every test run, all of it in npm run test:long. */
export const proofSize = <T = number>(size: { small: T; whole: T }): T =>
  TEST_PROOFS === 'whole' ? size.whole : size.small;

/** How fast-check runs a proof: with the same cases in every test run, with new ones in each full one. */
export const proofRuns = (size: { small: number; whole: number }): { numRuns: number; seed?: number } =>
  TEST_PROOFS === 'whole' ? { numRuns: size.whole } : { numRuns: size.small, seed: 1 };

/** Reports what a proof measured; npm run test:long keeps it in docs/tests.md. */
export const tellFigure = (figure: string): void => console.log(`figure: ${figure}`);
