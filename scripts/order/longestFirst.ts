import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { project } from '../run.ts';
import { inOrder } from './inOrder.ts';
import { knownTimes } from './knownTimes.ts';

/**
 * Starts the longest files first. Vitest knows times only from an earlier run on the same checkout; without
 * one it starts the largest files first, so that a small file that takes long would start late and run alone
 * at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = knownTimes(readFileSync(join(project, 'docs/tests.md'), 'utf8'));
    return inOrder(await super.sort(files), {
      secondsOf: ({ moduleId }) => times.get(relative(project, moduleId)) ?? 0,
      sharedBy: ({ project: { config, name } }) => (config.isolate ? undefined : name),
    });
  }
}

/** For a run that ends with the first failure: the reverse order, so that most failures show early. */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await new LongestFirst(this.ctx).sort(files)).toReversed();
  }
}
