import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Context } from '../../engine/context.ts';
import { contextOf } from '../../engine/http.ts';
import { storePicture } from '../../flows/appearance/images.ts';
import { IMAGE_FOLDER } from '../../flows/appearance/look.ts';
import { exportFile } from '../../flows/settings/file/exportFile.ts';
import { pictureFolder } from '../../flows/settings/file/pictureFiles.ts';
import { type FilePlan, linesOf, planFile } from '../../flows/settings/file/planFile.ts';
import { pictureSettings } from '../../flows/settings/pictures.ts';
import { storeValues } from '../../flows/settings/settingValues.ts';
import type { Database } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { systemFacts } from './systemFacts.ts';

/** How the command is used. */
export const settingsUsage =
  'Use npm run settings -- export [FILE], npm run settings -- diff FILE or npm run settings -- apply FILE.';

type Installation = Pick<Services, 'db' | 'settings' | 'engine' | 'config' | 'blobs'>;

const systemContext = ({ engine, config }: Installation, db: Database): Context => {
  const facts = systemFacts({ id: SYSTEM_ORG_ID, name: 'SYSTEM', isRoot: false }, config);
  return contextOf({ ...facts, language: 'en' }, engine, db, []);
};

const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw new Refusal(`${path} cannot be read.`);
  });

/** What the file changes, and the pictures it names; refuses it with every mistake on its line. */
const planOf = async (
  path: string,
  { settings }: Installation,
  env: NodeJS.ProcessEnv,
  ctx: Context,
): Promise<Pick<FilePlan, 'changes' | 'pictures'>> => {
  const places = { env, folder: dirname(path) };
  const plan = await planFile(await textOf(path), { settings, places, ctx });
  if (plan.mistakes.length === 0) return plan;
  const lines = plan.mistakes.map(({ line, text }) => `${basename(path)}:${line}: ${text}`);
  throw new Refusal(`Nothing was changed.\n${lines.join('\n')}`);
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
    const text = exportFile(settings, systemContext(installation, db));
    if (path === undefined) return [text.trimEnd()];
    await writePictures(path, installation);
    return write(path, text);
  }
  return db.transaction(async (tx) => {
    const ctx = systemContext(installation, tx);
    const { changes, pictures } = await planOf(String(path), installation, env, ctx);
    if (verb === 'apply') {
      for (const picture of pictures) await storePicture(picture, installation.blobs);
      for (const { panel, values } of changes) await storeValues(panel, values, settings, ctx);
    }
    return linesOf(changes, settings);
  });
};
