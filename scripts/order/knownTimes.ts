/** Seconds that each of the slowest test files took when docs/tests.md was written. */
export const knownTimes = (page: string): ReadonlyMap<string, number> =>
  new Map(
    [...page.matchAll(/^\| ([\d.]+) \| \d+ \| (\S+\.test\.tsx?) \|$/gm)].map(([, seconds, file]) => [
      file ?? '',
      Number(seconds),
    ]),
  );
