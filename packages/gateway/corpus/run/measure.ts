import { type Fixture, startFixture } from '../../test/gatewayFixture.ts';
import {
  type HarmlessLine,
  type RuleGroup,
  readGroups,
  readHarmless,
  readWays,
  type Shell,
  type Way,
} from '../readCorpus.ts';
import { openPlaces, type Place } from './places.ts';
import { groupsNamed } from './rejecting.ts';
import { runHarmless } from './runHarmless.ts';
import { type Outcome, runWay } from './runWay.ts';

/** An entry in one shell. */
export type Case = { at: string; kind: string; shell: Shell } & (
  | { way: Way; line?: never }
  | { line: HarmlessLine; way?: never }
);

export type Measured = Case & (Outcome | { failure: string });

/** Which part of the corpus is run, and how. */
export type Extent = {
  /** Only entries whose place in the corpus contains one of these. */
  only: readonly string[];
  shells: readonly string[];
  part: 'ways' | 'harmless' | 'all';
  /** Every nth case. */
  every: number;
  /** Each way in one of its shells, in turn, instead of in all. */
  isOneShell: boolean;
  parallel: number;
  /** Without a gate: shows which entries run at all. */
  isBare: boolean;
};

/** All cases of the corpus, or a part of them. */
export const casesOf = ({ only, shells, part, every, isOneShell }: Extent): Case[] => {
  const shellsOf = (way: Way, at: number) =>
    isOneShell ? way.shells.filter((_, nth) => nth === at % way.shells.length) : way.shells;
  const ways = readWays().flatMap((way, at) =>
    shellsOf(way, at).map((shell): Case => ({ at: way.at, kind: `${way.part}/${way.kind}`, shell, way })),
  );
  const lines = readHarmless().map(
    (line): Case => ({ at: line.at, kind: `harmless/${line.kind}`, shell: 'bash', line }),
  );
  const all = [...(part === 'harmless' ? [] : ways), ...(part === 'ways' ? [] : lines)];
  return all
    .filter(({ at }) => only.length === 0 || only.some((text) => at.includes(text)))
    .filter(({ shell }) => shells.length === 0 || shells.includes(shell))
    .filter((_, at) => at % every === 0);
};

const runCase = async (
  fixture: Fixture,
  place: Place,
  one: Case,
  { groups, isBare }: { groups: Map<string, RuleGroup>; isBare: boolean },
): Promise<Measured> => {
  const names = one.way ? [one.way.group] : one.line.groups;
  const rules = isBare ? [] : groupsNamed(names, groups);
  try {
    const outcome = one.way
      ? await runWay(fixture, place, { way: one.way, shell: one.shell, group: rules[0] ?? null })
      : await runHarmless(fixture, place, { line: one.line, groups: rules });
    return { ...one, ...outcome };
  } catch (error) {
    return { ...one, failure: String(error) };
  }
};

/** Runs cases in many terminals at a time, each as soon as one is free. */
export const measureCases = async (
  cases: readonly Case[],
  { parallel, isBare }: Pick<Extent, 'parallel' | 'isBare'>,
  onMeasured: (measured: Measured) => void,
): Promise<void> => {
  if (cases.length === 0) return;
  const fixture = await startFixture();
  const groups = readGroups();
  const { places, close } = await openPlaces(Math.min(parallel, cases.length));
  const rest = [...cases];
  const work = async (place: Place) => {
    for (let one = rest.shift(); one; one = rest.shift()) {
      // What a busy machine spoils is tried once more.
      const first = await runCase(fixture, place, one, { groups, isBare });
      onMeasured('failure' in first ? await runCase(fixture, place, one, { groups, isBare }) : first);
    }
  };
  await Promise.all(places.map(work));
  await close();
  await fixture.stop();
};
