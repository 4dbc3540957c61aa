import type { Measured } from './measure.ts';

type Share = { of: number; missed: number };

/** What a run of the corpus showed. */
export type Figures = {
  /** Ways that a gate can see, and those of them that ran. */
  seen: Share;
  /** Ways beyond sight, and those of them that ran. */
  unseen: Share;
  /** Harmless lines, and those of them that were stopped. */
  harmless: Share;
  failures: number;
};

const isMissed = (one: Measured): boolean =>
  !('failure' in one) && (one.way ? !one.isStopped : one.isStopped);

const shareOf = (measured: readonly Measured[]): Share => ({
  of: measured.filter((one) => !('failure' in one)).length,
  missed: measured.filter(isMissed).length,
});

/** Counts misses: each entry in each of its shells is one case. */
export const figuresOf = (measured: readonly Measured[]): Figures => ({
  seen: shareOf(measured.filter(({ way }) => way && !way.unseen)),
  unseen: shareOf(measured.filter(({ way }) => way?.unseen)),
  harmless: shareOf(measured.filter(({ line }) => line)),
  failures: measured.filter((one) => 'failure' in one).length,
});

const percent = (part: number, of: number): string => `${of === 0 ? 0 : ((100 * part) / of).toFixed(2)} %`;

/** The shares as one line. */
export const figureLine = ({ seen, unseen, harmless, failures }: Figures): string =>
  [
    `stopped ${seen.of - seen.missed} of ${seen.of} ways that a gate can see (${percent(seen.of - seen.missed, seen.of)})`,
    `${unseen.of - unseen.missed} of ${unseen.of} beyond its sight`,
    `${harmless.missed} of ${harmless.of} harmless lines wrongly (${percent(harmless.missed, harmless.of)})`,
    ...(failures > 0 ? [`${failures} could not be run`] : []),
  ].join('; ');

/** A missed case on one line, with the end of what was shown. */
export const missLine = (one: Measured, withScreen = false): string => {
  const text = one.way ? one.way.title : one.line.text;
  const screen = 'failure' in one ? one.failure : withScreen ? JSON.stringify(one.screen) : '';
  const what = 'failure' in one ? 'not run' : one.way ? 'ran' : 'stopped';
  return `${what} ${one.at} ${one.shell}: ${JSON.stringify(text)} ${screen}`.trimEnd();
};

export const missesOf = (measured: readonly Measured[]): Measured[] =>
  measured.filter((one) => ('failure' in one || isMissed(one)) && !one.way?.unseen);

/** One row per kind. */
export const tableOf = (measured: readonly Measured[]): string => {
  const kinds = [...new Set(measured.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const { seen, unseen, harmless } = figuresOf(measured.filter((one) => one.kind === kind));
    const { of, missed } = kind.startsWith('harmless/') ? harmless : seen;
    return `| \`${kind}\` | ${of} | ${missed} | ${unseen.of > 0 ? `${unseen.of - unseen.missed} of ${unseen.of}` : ''} |`;
  });
  return ['| Kind | Cases | Missed | Stopped beyond sight |', '|---|---|---|---|', ...rows].join('\n');
};
