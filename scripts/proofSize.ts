/*
 * One place that decides how big the proofs are. Every test run does them small, npm run test:long whole: the same
 * tests, by the same assertions.
 */

const { TEST_PROOFS } = process.env;

/** How much of something a proof does: little in every test run, all of it in npm run test:long. */
export const proofSize = (size: { small: number; whole: number }): number =>
  TEST_PROOFS === 'whole' ? size.whole : size.small;

/** Says what a proof measured; npm run test:long keeps it in docs/tests.md. */
export const tellFigure = (figure: string): void => console.log(`figure: ${figure}`);
