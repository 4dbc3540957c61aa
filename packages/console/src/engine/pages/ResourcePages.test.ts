import { expect, test } from 'vitest';
import type { PageLoader } from '../../platform/route/RouteMeta.ts';
import type { ResourcePages } from './ResourcePages.ts';

const page: PageLoader = async () => () => null;

test('only pages that a definition declares can be registered', () => {
  const pages = [
    { 'assets.domain': { list: page, retrieve: page } },
    // @ts-expect-error There is no such resource.
    { 'assets.domian': { list: page } },
    // @ts-expect-error Sessions are not created by a form.
    { 'terminal.session': { create: page } },
    // @ts-expect-error Tokens of components have no page at all.
    { 'terminal.status': { list: page } },
  ] satisfies ResourcePages[];
  expect(pages).toHaveLength(4);
});
