/** A past session: its start, user, asset and client address, and which script was typed. */
export type Past<Member, Target> = {
  start: Date;
  member: Member;
  target: Target;
  remoteAddr: string;
  script: number;
};

const days = 28;
const dayLength = 86_400_000;

/** Pseudo-random numbers between 0 and 1, the same at every start (a linear congruential generator). */
const numbersFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};

const pick = <T>(among: readonly T[], share: number): T | undefined =>
  among[Math.floor(share * share * among.length)];

/**
 * The last four weeks of a company: busy on working days, quiet at weekends, with more activity for some
 * users and assets.
 */
export const pastOf = <Member, Target>(
  members: readonly Member[],
  targets: readonly Target[],
  now: Date,
): Past<Member, Target>[] => {
  const next = numbersFrom(members.length * 7 + targets.length);
  const pasts: Past<Member, Target>[] = [];
  for (let back = 0; back < days; back += 1) {
    const midnight = Math.floor(now.getTime() / dayLength) * dayLength - back * dayLength;
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const count = isWeekend ? Math.floor(next() * 2) : 3 + Math.floor(next() * 6);
    for (let at = 0; at < count; at += 1) {
      const start = new Date(midnight + (7 + next() * 11) * 3_600_000);
      const [member, target] = [pick(members, next()), pick(targets, next())];
      const address = `10.2.14.${20 + Math.floor(next() * 60)}`;
      const script = Math.floor(next() * 1000);
      if (member && target && start < now) pasts.push({ start, member, target, remoteAddr: address, script });
    }
  }
  return pasts;
};
