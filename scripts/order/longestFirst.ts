import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { project } from '../run.ts';

/** How long test files took when docs/tests.md was written, in seconds. */
export const knownTimes = (page: string): ReadonlyMap<string, number> =>
  new Map(
    [...page.matchAll(/^\| ([\d.]+) \| \d+ \| (\S+\.test\.tsx?) \|$/gm)].map(([, seconds, file]) => [
      file ?? '',
      Number(seconds),
    ]),
  );

/**
 * Starts the longest files first. Vitest knows times only from an earlier run on the same checkout; without one it starts
 * the largest files first, and a short file with a long journey ends the run alone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = knownTimes(readFileSync(join(project, 'docs/tests.md'), 'utf8'));
    const timeOf = ({ moduleId }: TestSpecification) => times.get(relative(project, moduleId)) ?? 0;
    const usual = await super.sort(files);
    const projects = [...new Set(usual.map((file) => file.project.name))];
    return projects.flatMap((name) =>
      usual.filter((file) => file.project.name === name).toSorted((a, b) => timeOf(b) - timeOf(a)),
    );
  }
}

/** For a run that ends with the first failure: starts what takes little time first. */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await new LongestFirst(this.ctx).sort(files)).toReversed();
  }
}
