import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { lists } from '../src/app/ahead/lists.ts';
import { languages } from '../src/platform/i18n/language.ts';
import { shellHtml } from './shellHtml.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The script comes with every page before anything is painted, so it must stay small. */
const MOST_CODE = 16_000;

const withLists: Plugin = {
  name: 'lists-as-a-value',
  load: (id) =>
    id.replaceAll('\\', '/').endsWith('/app/ahead/lists.ts')
      ? `export const lists = ${JSON.stringify(lists)};`
      : null,
};

/** Builds the script of the page for signed-in users: one text without imports. */
const buildScript = async (files: object): Promise<string> => {
  const built = await build({
    configFile: false,
    root: at('..'),
    logLevel: 'silent',
    plugins: [withLists],
    define: { __AHEAD_FILES__: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: at('../src/app/ahead/main.ts'), output: { format: 'iife' } },
    },
  });
  const [output] = [built].flat() as Rolldown.RolldownOutput[];
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== 'chunk' || output?.output.length !== 1) throw new Error('The script is not one file');
  if (chunk.code.length > MOST_CODE) throw new Error('The script has grown; does it import a library?');
  if (chunk.code.includes('</script')) throw new Error('The script would end in its midst');
  return chunk.code;
};

/** Files that contain one of the modules, as addresses. */
const filesWith = (bundle: Rolldown.OutputBundle, isWanted: (module: string) => boolean): string[] =>
  Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && file.moduleIds.some((id) => isWanted(id.replaceAll('\\', '/')))
      ? [`/ui/${file.fileName}`]
      : [],
  );

const aheadFiles = (bundle: Rolldown.OutputBundle) => ({
  texts: Object.fromEntries(
    languages.map(({ cookieCode }) => [
      cookieCode,
      filesWith(bundle, (id) =>
        new RegExp(`/src/locales/${cookieCode}/(common|shell|engine|resources)\\.json$`).test(id),
      ),
    ]),
  ),
  phone: filesWith(bundle, (id) => /\/(menu\/MobileBar|phone\/MobileList)\.tsx$/.test(id)),
});

/** Writes `shell.html`, the console's page for signed-in users (decision 0256). */
export const shellPage: Plugin = {
  name: 'shell-page',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has written no page');
      const [picture, style, script] = await Promise.all([
        readFile(at('./picture.html'), 'utf8'),
        readFile(at('./picture.css'), 'utf8'),
        buildScript(aheadFiles(bundle)),
      ]);
      const source = shellHtml(String(page.source), { picture, style, script });
      this.emitFile({ type: 'asset', fileName: 'shell.html', source });
    },
  },
};
