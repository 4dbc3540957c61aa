import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { project } from '../run.ts';
import { knownTimes } from './knownTimes.ts';

/**
 * Starts the longest files first. Vitest knows times only from an earlier run on the same checkout; without one it starts
 * the largest files first, and a short file with a long journey ends the run alone. Files that share the modules of their
 * project come last, project by project: a worker that changes the project loads all its modules anew.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = knownTimes(readFileSync(join(project, 'docs/tests.md'), 'utf8'));
    const timeOf = ({ moduleId }: TestSpecification) => times.get(relative(project, moduleId)) ?? 0;
    const usual = await super.sort(files);
    const byTime = (some: TestSpecification[]) => some.toSorted((a, b) => timeOf(b) - timeOf(a));
    const [alone, together] = [true, false].map((isolate) =>
      usual.filter((file) => file.project.config.isolate === isolate),
    );
    const sharing = Map.groupBy(together ?? [], (file) => file.project.name);
    return [...byTime(alone ?? []), ...[...sharing.values()].flatMap(byTime)];
  }
}

/** For a run that ends with the first failure: starts what takes little time first. */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await new LongestFirst(this.ctx).sort(files)).toReversed();
  }
}
