import type { Proof } from './proofs.ts';

/** A finished leg of a proof. */
export interface LegResult {
  proof: string;
  leg: number;
  commit: string;
  date: string;
  seconds: number;
  isGreen: boolean;
  figures: string[];
}

/** Legs still to run: those not green yet at this commit. */
export const legsLeft = (
  proofs: readonly Proof[],
  done: readonly LegResult[],
  commit: string,
): { proof: Proof; leg: number }[] =>
  proofs.flatMap((proof) =>
    Array.from({ length: proof.legs }, (_, leg) => ({ proof, leg })).filter(
      ({ leg }) =>
        !done.some(
          (result) =>
            result.proof === proof.name && result.leg === leg && result.commit === commit && result.isGreen,
        ),
    ),
  );

/** The figures that a test run reported. */
export const figuresIn = (output: string): string[] =>
  [...output.matchAll(/^figure: (.*)$/gm)].map(([, figure]) => (figure ?? '').trim());

/**
 * The proofs as a table for docs/tests.md: how far each got, when, at which commit, with its last figures.
 */
export const tableOf = (proofs: readonly Proof[], done: readonly LegResult[]): string => {
  const rows = proofs.map((proof) => {
    const last = done.filter((result) => result.proof === proof.name).at(-1);
    if (!last) return [proof.name, proof.leg, `0 of ${proof.legs}`, '', '', ''];
    const legs = done.filter((result) => result.proof === proof.name && result.commit === last.commit);
    const green = new Set(legs.filter((leg) => leg.isGreen).map((leg) => leg.leg)).size;
    const minutes = (legs.reduce((sum, result) => sum + result.seconds, 0) / 60).toFixed(1);
    const red = legs.filter((leg) => !leg.isGreen).length;
    return [
      proof.name,
      proof.leg,
      `${green} of ${proof.legs} green${red > 0 ? `, ${red} runs red` : ''}, ${minutes} min`,
      last.date,
      last.commit.slice(0, 10),
      last.figures.join('; '),
    ];
  });
  return [
    ['Proof', 'One leg', 'Legs', 'Date', 'Commit', 'Figures of the last leg'],
    ['---', '---', '---', '---', '---', '---'],
    ...rows,
  ]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
};
