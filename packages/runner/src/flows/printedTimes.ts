import { MOST_OUTPUT_TIMES, type OutputTimes } from '@gatehouse/contract/wire/machineWork.ts';

/** Pieces that are printed within this time are one; where there are too many, it is doubled. */
const TOGETHER_MS = 20;

const joined = (times: OutputTimes, together: number): OutputTimes => {
  const kept: OutputTimes = [];
  for (const [at, to] of times) {
    const last = kept.at(-1);
    if (last && at - last[0] < together) last[1] = to;
    else kept.push([at, to]);
  }
  return kept;
};

/** Records when the output of a target was printed: however often that is, in a limited number of pieces. */
export const createPrintedTimes = (now: () => number = () => performance.now()) => {
  const begun = now();
  let together = TOGETHER_MS;
  let times: OutputTimes = [];
  return {
    /** Records that so many characters have been printed by now. */
    note: (to: number): void => {
      const at = Math.max(0, Math.round(now() - begun));
      const last = times.at(-1);
      if (last && at - last[0] < together) {
        last[1] = to;
        return;
      }
      times.push([at, to]);
      while (times.length > MOST_OUTPUT_TIMES) {
        together *= 2;
        times = joined(times, together);
      }
    },
    all: (): OutputTimes => times,
  };
};
