import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { apiReference, apiReferencePath } from '../../packages/contract/src/reference/apiReference.ts';
import { channelStrings } from './channelStrings.ts';
import { crowdedFolders } from './crowdedFolders.ts';
import { dialogImports } from './dialogImports.ts';
import { errorDocs, errorDocsPath, untoldErrors } from './errorDocs.ts';
import { reporting, unreadScripts, unverified } from './foreignCode.ts';
import { kindSwitches } from './kindSwitches.ts';
import { likePatterns } from './likePatterns.ts';
import { localeGaps } from './locales.ts';
import { fillLockFile, lockGaps } from './lockFile.ts';
import { outgoingDoors } from './outgoingDoors.ts';
import { serverKinds, serverKindsPath } from './serverKinds.ts';
import { settingDocs, settingDocsPath } from './settingDocs.ts';
import { settingReaders } from './settingReaders.ts';
import { textUse } from './textUse.ts';

/**
 * Performs the checks that no existing tool provides; returns the complaints. When writing, it updates
 * generated files instead of comparing them, and completes the lock file.
 */
export const checkHouse = async (root: string, isWriting: boolean): Promise<string[]> => {
  const problems = (await kindSwitches(root)).map(
    (place) => `${place} decides by field kind outside engine/fields`,
  );
  problems.push(
    ...(await dialogImports(root)).map(
      (place) => `${place} takes a dialog of the library; platform/dialog has those that keep the focus`,
    ),
  );
  problems.push(
    ...(await channelStrings(root)).map(
      (place) =>
        `${place} names a channel by hand; events are in contract/src/events, platform/events publishes them`,
    ),
  );
  problems.push(
    ...(await likePatterns(root)).map(
      (place) => `${place} makes a pattern of like by hand; platform/database has containing and likeLiteral`,
    ),
  );
  problems.push(
    ...(await outgoingDoors(root)).map(
      (place) => `${place} opens a connection itself; platform/outgoing checks where requests go`,
    ),
  );
  problems.push(...(await crowdedFolders(root)));
  for await (const folder of glob('packages/*/src/locales', { cwd: root }))
    problems.push(...(await localeGaps(join(root, folder))).map((gap) => `${folder}: ${gap}`));
  problems.push(...(await textUse(root)));
  problems.push(...(await untoldErrors(root)).map((code) => `error ${code} has no text in errors.json`));
  const generated = [
    [errorDocsPath, 'error table', await errorDocs(root)],
    [settingDocsPath, 'catalogue of settings', settingDocs(await settingReaders(root))],
    [serverKindsPath, 'folders of field kinds', serverKinds(root)],
    ...[...apiReference()].map(
      ([app, text]) => [apiReferencePath(app), 'definitions of the contract', text] as const,
    ),
  ] as const;
  for (const [path, source, expected] of generated)
    if (isWriting) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), expected);
    } else if ((await readFile(join(root, path), 'utf8').catch(() => '')) !== expected)
      problems.push(`${path} does not match the ${source}; run npm run check -- --write`);
  if (isWriting) await fillLockFile(root);
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const gaps = Object.keys(lockGaps(packages)).length;
  if (gaps > 0) problems.push(`package-lock.json lacks ${gaps} packages; run npm run check -- --write`);
  problems.push(
    ...unverified(packages).map(
      (name) =>
        `package-lock.json holds no checksum of ${name}: add what npm view tells as its dist.integrity`,
    ),
    ...reporting(packages).map((name) => `${name} reports home; nothing in the production tree may`),
    ...unreadScripts(packages).map((name) => `${name} has an install script that nobody has read yet`),
  );
  return problems;
};
