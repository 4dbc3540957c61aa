import { vi } from 'vitest';
import type { ListSlots } from '../src/engine/list/ListSlots.ts';
import { ResourceListPage } from '../src/engine/pages/ResourceListPage.tsx';
import { answerTo } from './answerTo.ts';
import { DOMAINS, domainNames, domainPerms, domainRoutes } from './domains.ts';
import type { Seen } from './fakeServer.ts';
import { renderPage } from './renderPage.tsx';

/** Path of the list of zones. */
export const DOMAINS_AT = '/console/assets/domains';

/** Opens a list of three zones. */
export const openDomains = (
  over: {
    routes?: Record<string, unknown>;
    slots?: ListSlots;
    at?: string;
    perms?: string[];
    width?: number;
  } = {},
) =>
  renderPage({
    page: <ResourceListPage resource="assets.domain" url={DOMAINS} name="Domain" slots={over.slots} />,
    routes: {
      ...domainRoutes(3),
      ...answerTo('POST /api/v1/common/resources/cache/', { spm: 'token' }),
      ...over.routes,
    },
    caller: { perms: over.perms ?? domainPerms },
    names: domainNames,
    at: over.at ?? DOMAINS_AT,
    pattern: DOMAINS_AT,
    width: over.width,
  });

/** Route of the list of three zones; `file` answers the request for an export. */
export const exporting = (file: (request: Seen) => unknown): Record<string, unknown> => {
  const address = `GET ${DOMAINS}`;
  const list = domainRoutes(3)[address] as (request: Seen) => unknown;
  return { [address]: (request: Seen) => (request.query.format ? file(request) : list(request)) };
};

/** A file as the server sends it. */
export const sentFile = (name: string, body: BodyInit) =>
  new Response(body, { headers: { 'Content-Disposition': `attachment; filename="${name}"` } });

/** Returns a list that collects the addresses which the page makes the browser download. */
export const downloads = (): string[] => {
  const urls: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    urls.push(this.href.replace('http://localhost:3000', ''));
  });
  return urls;
};

/** Returns a list that collects the name and text of each file which the page saves. */
export const savedFiles = (): Promise<[string, string]>[] => {
  const files: Promise<[string, string]>[] = [];
  let made: Blob | undefined;
  URL.createObjectURL = (blob) => {
    made = blob as Blob;
    return 'blob:made';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const name = this.download;
    files.push((made as Blob).text().then((text) => [name, text]));
  });
  return files;
};
