/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { everyConsoleResource } from '@gatehouse/contract/console/everyConsoleResource.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { shellPage } from './build/shellPage.ts';

const page = (name: string) => fileURLToPath(new URL(`./${name}.html`, import.meta.url));

type Manifest = { version: string; repository?: string | { url: string } };
const product = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest;
const repository = typeof product.repository === 'string' ? product.repository : product.repository?.url;

type Imports = { importedIds: string[]; dynamicallyImportedIds: string[] };
type Modules = { getModuleInfo: (id: string) => Imports | null };

/** Whether a module is the one at a path or is imported by it: at once, or also by what it loads later. */
const needsOf = (path: string, when: 'atOnce' | 'ever' = 'atOnce') => {
  let needs: Set<string> | undefined;
  const collect = (id: string, modules: Modules, found: Set<string>): Set<string> => {
    if (found.has(id)) return found;
    found.add(id);
    const info = modules.getModuleInfo(id);
    const imported = [
      ...(info?.importedIds ?? []),
      ...(when === 'ever' ? (info?.dynamicallyImportedIds ?? []) : []),
    ];
    for (const next of imported) collect(next, modules, found);
    return found;
  };
  const root = fileURLToPath(new URL(path, import.meta.url));
  return (id: string, modules: Modules): boolean => {
    needs ??= collect(root, modules, new Set());
    return needs.has(id);
  };
};
/** Sentences with elements in them: only some later parts have them, the entry of the library names them. */
const isTrans = (id: string): boolean =>
  /node_modules[\\/](react-i18next[\\/]dist[\\/]es[\\/](Trans|Icu)|html-parse-stringify|void-elements)/.test(
    id,
  );
const terminalNeeds = needsOf('./src/luna/main.tsx');
const terminalNeedsLater = needsOf('./src/luna/main.tsx', 'ever');
const listNeeds = needsOf('./src/areas/assets/AssetListPage.tsx');
const consoleNeeds = needsOf('./src/app/main.tsx');

/**
 * Modules that many pages share, in few files; the libraries rarely change, so browsers can keep them for a
 * long time.
 */
const sharedChunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
  {
    name: 'i18n',
    test: /node_modules[\\/](i18next|react-i18next[\\/]dist[\\/]es[\\/](?!Trans|Icu)|dayjs)/,
    priority: 2,
  },
  // Small parts used by every list and detail: one file instead of two dozen.
  {
    name: 'parts',
    test: new RegExp(
      [
        'theme/(icon/(Glyph|Mark)|control/(IconButton|Segments)|state/SkeletonRows|tag/(Pill|ProtocolTag|StatusText)|text/(Dash|Mono|OverflowText|TimeText|useHoverTip)).tsx',
        'engine/(resource/(row|url|inSentence)|list/listQuery|i18n/useWords|select/useDebounced).ts',
        'engine/action/WhyNot.tsx',
        'platform/(store|confirm/useConfirm|notify/useNotify|page/useDocumentTitle|session/organizations).ts',
        'platform/http/(HttpError|errorText|sessionCheck).ts',
      ]
        .map((path) => `src/${path}$`.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]'))
        .join('|'),
    ),
    priority: 3,
  },
  // The texts that every page of the console needs at its start, one file for each language.
  {
    debugName: 'texts',
    name: (id: string) => {
      const language = /[\\/]locales[\\/]([\w-]+)[\\/](shell|engine|resources)\.json$/.exec(id)?.[1];
      return language ? `texts-${language}` : null;
    },
    priority: 4,
  },
  // Only the icons, because the web terminal uses these and nothing else of the component library.
  { name: 'icons', test: /node_modules[\\/]@ant-design[\\/]icons-svg[\\/]/, priority: 2, minShareCount: 3 },
  // What the console and the web terminal both need at their start, apart from what only one of them does.
  {
    debugName: 'both',
    name: (id: string, modules: Modules) =>
      !isTrans(id) && terminalNeeds(id, modules) && (consoleNeeds(id, modules) || listNeeds(id, modules))
        ? 'both'
        : null,
    priority: 1,
  },
  // What the console or lists need at their start and the web terminal later, for the same reason.
  {
    debugName: 'shared',
    name: (id: string, modules: Modules) =>
      !isTrans(id) && terminalNeedsLater(id, modules) && (consoleNeeds(id, modules) || listNeeds(id, modules))
        ? 'shared'
        : null,
    priority: 0.5,
  },
  // Everything that a list, and the list of assets where most users begin, needs before its rows stand there: one
  // file instead of four dozen. The entry shares modules with it, so browsers fetch it at once.
  {
    name: 'list',
    test: /src[\\/](engine[\\/]pages[\\/]ResourceListPage|areas[\\/]assets[\\/]AssetListPage)\.tsx$/,
    priority: 0,
  },
  // Modules of the shell and every list, with their dependencies; forms, dialogs and pickers stay separate.
  {
    name: 'ui',
    test: /node_modules[\\/]antd[\\/]es[\\/](button|config-provider|popover|tooltip)[\\/]/,
    priority: 1,
  },
];

/**
 * Makes the component library import only the form context. The entry that it imports would bring the whole
 * form engine, with its validator, into pages without a form.
 */
const formContextAlone: Plugin = {
  name: 'form-context-alone',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (id !== '@rc-component/form' || !importer?.replaceAll('\\', '/').endsWith('antd/es/form/context.js'))
      return null;
    return this.resolve('@rc-component/form/es/FormContext', importer, { skipSelf: true });
  },
};

/**
 * Computes at build time what the route table takes from the definitions, so that the console contains
 * neither the definitions nor the validator that they import (decision 0165).
 */
const routesOfDefinitions: Plugin = {
  name: 'routes-of-definitions',
  load: (id) =>
    id.replaceAll('\\', '/').endsWith('contract/src/console/everyConsoleResource.ts')
      ? `export const everyConsoleResource = ${JSON.stringify(everyConsoleResource)};`
      : null,
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/ui/',
  plugins: [react(), formContextAlone, routesOfDefinitions, shellPage],
  define: {
    __VERSION__: JSON.stringify(product.version),
    __REPOSITORY__: JSON.stringify((repository ?? '').replace(/^git\+/, '').replace(/\.git$/, '')),
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      input: { index: page('index'), luna: page('luna') },
      output: { codeSplitting: { groups: sharedChunks } },
    },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  test: {
    environment: 'jsdom',
    // The test files of a worker share its window and modules; test/setUp.ts restores what a test has
    // changed.
    isolate: false,
    setupFiles: ['./test/window/productionReact.ts', './test/setUp.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Node loads the CommonJS build of the component library; its ES build needs a bundler.
    alias: [{ find: /^antd\/es\//, replacement: 'antd/lib/' }],
  },
});
