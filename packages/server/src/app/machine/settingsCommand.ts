import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Context } from '../../engine/context.ts';
import { contextOf } from '../../engine/http.ts';
import { storePicture } from '../../flows/appearance/images.ts';
import { IMAGE_FOLDER } from '../../flows/appearance/look.ts';
import { exportFile } from '../../flows/settings/file/exportFile.ts';
import { applyItems } from '../../flows/settings/file/items/applyItems.ts';
import type { Collection } from '../../flows/settings/file/items/collection.ts';
import { everyRowCollection } from '../../flows/settings/file/items/rows.ts';
import { schedulesOf } from '../../flows/settings/file/items/schedules.ts';
import { subscriptions } from '../../flows/settings/file/items/subscriptions.ts';
import { pictureFolder } from '../../flows/settings/file/pictureFiles.ts';
import { linesOf, planFile } from '../../flows/settings/file/planFile.ts';
import { pictureSettings } from '../../flows/settings/pictures.ts';
import { storeValues } from '../../flows/settings/settingValues.ts';
import type { Database } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Mistake, readSections } from '../../platform/yaml.ts';
import type { Services } from '../services.ts';
import { systemFacts } from './systemFacts.ts';

/** How the command is used. */
export const settingsUsage =
  'Use npm run settings -- export [FILE], npm run settings -- diff FILE or npm run settings -- apply FILE.';

type Installation = Pick<Services, 'db' | 'settings' | 'engine' | 'config' | 'blobs' | 'jobs'>;
type Effects = Parameters<Context['afterCommit']>[0][];

const systemContext = ({ engine, config }: Installation, db: Database, effects: Effects = []): Context => {
  const facts = systemFacts({ id: SYSTEM_ORG_ID, name: 'SYSTEM', isRoot: false }, config);
  return contextOf({ ...facts, language: 'en' }, engine, db, effects);
};

const collectionsOf = ({ jobs }: Installation): Collection[] => [
  ...everyRowCollection,
  subscriptions,
  schedulesOf(jobs),
];

const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw new Refusal(`${path} cannot be read.`);
  });

const refusalOf = (path: string, mistakes: readonly Mistake[]): Refusal => {
  const lines = mistakes
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, text }) => `${basename(path)}:${line}: ${text}`);
  return new Refusal(`Nothing was changed.\n${lines.join('\n')}`);
};

/**
 * Makes an installation match the file and reports each change; refuses the file with every mistake on its line.
 * Settings are compared first and then stored; the rest is applied, since it may refer to what the file creates.
 */
const applied = async (
  path: string,
  installation: Installation,
  env: NodeJS.ProcessEnv,
  ctx: Context,
): Promise<{ lines: string[]; store: () => Promise<void> }> => {
  const { settings, blobs } = installation;
  const places = { env, folder: dirname(path) };
  const collections = collectionsOf(installation);
  const { sections, mistakes } = readSections(await textOf(path));
  const named = new Set(collections.map(({ section }) => section));
  const [items, categories] = [true, false].map((isItem) =>
    sections.filter(({ name }) => named.has(name) === isItem),
  );
  const plan = await planFile(categories ?? [], { settings, places, ctx });
  const done = await applyItems(items ?? [], { collections, places, ctx });
  const wrong = [...mistakes, ...plan.mistakes, ...done.mistakes];
  if (wrong.length > 0) throw refusalOf(path, wrong);
  return {
    lines: [...linesOf(plan.changes, settings), ...done.lines],
    store: async () => {
      for (const picture of plan.pictures) await storePicture(picture, blobs);
      for (const { panel, values } of plan.changes) await storeValues(panel, values, settings, ctx);
    },
  };
};

const notWritten = (path: string) => (error: NodeJS.ErrnoException) => {
  throw new Refusal(`${path} cannot be written (${error.code}).`);
};

const write = async (path: string, text: string): Promise<string[]> => {
  await writeFile(path, text, { mode: 0o600 }).catch(notWritten(path));
  return [];
};

/** Writes the pictures of the look into the folder that an exported file names. */
const writePictures = async (path: string, { settings, blobs }: Installation): Promise<void> => {
  const names = pictureSettings.map((name) => settings.get(name)).filter((name) => name !== '');
  for (const name of new Set(names)) {
    const content = await blobs.get(IMAGE_FOLDER + name);
    if (!content) continue;
    const file = join(dirname(path), pictureFolder, name);
    await mkdir(dirname(file), { recursive: true }).catch(notWritten(file));
    await writeFile(file, content).catch(notWritten(file));
  }
};

/** Thrown to roll back what was applied only to find out what a file changes. */
const onlyCompared = new Error('only compared');

/**
 * Exports the settings of an installation, compares them with a file, or applies one, in one transaction. The
 * lines to print: the text of the export unless it goes to a file, or the settings that differ.
 */
export const settingsCommand = async (
  [verb, path, ...rest]: readonly (string | undefined)[],
  installation: Installation,
  env: NodeJS.ProcessEnv,
): Promise<string[]> => {
  const { db, settings } = installation;
  const isKnown = verb === 'export' || ((verb === 'diff' || verb === 'apply') && path !== undefined);
  if (!isKnown || rest.length > 0) throw new Refusal(settingsUsage);
  if (verb === 'export') {
    const text = await exportFile(settings, collectionsOf(installation), systemContext(installation, db));
    if (path === undefined) return [text.trimEnd()];
    await writePictures(path, installation);
    return write(path, text);
  }
  const effects: Effects = [];
  let lines: string[] = [];
  const work = db.transaction(async (tx) => {
    const found = await applied(String(path), installation, env, systemContext(installation, tx, effects));
    ({ lines } = found);
    if (verb === 'diff') throw onlyCompared;
    await found.store();
  });
  await work.catch((error: unknown) => {
    if (error !== onlyCompared) throw error;
  });
  if (verb === 'apply') for (const effect of effects) await effect();
  return lines;
};
