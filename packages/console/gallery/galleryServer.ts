import { DOMAINS, domainOptions, domainRoutes, domainRows } from '../test/domains.ts';
import { answer, fakeServer, type Seen } from '../test/fakeServer.ts';

/** Related rows of the gallery. */
export const GROUPS = '/api/v1/users/groups/';
/** Lists in their states. */
export const LISTS = {
  filled: DOMAINS,
  empty: '/api/v1/gallery/empty/',
  broken: '/api/v1/gallery/broken/',
  paged: '/api/v1/gallery/paged/',
  whole: '/api/v1/gallery/whole/',
};

const groups = ['Operations', 'Database administrators', 'Auditors'].map((name, index) => ({
  id: `g${index + 1}`,
  name,
}));
const labels = [
  { id: 'l1', name: 'env', value: 'prod' },
  { id: 'l2', name: 'team', value: 'database' },
];
const ROWS = 64;
const paged = ({ query }: Seen) => {
  const [page, size] = [Number(query.page), Number(query.size)];
  const content = domainRows(ROWS).slice((page - 1) * size, page * size);
  return { payload: { content, totalElements: ROWS } };
};

/** What the gallery's server answers. */
export const galleryRoutes = (): Record<string, unknown> => ({
  ...domainRoutes(ROWS),
  [`GET ${GROUPS}`]: { count: groups.length, results: groups },
  'GET /api/v1/labels/labels/': { count: labels.length, results: labels },
  'POST /api/v1/common/resources/cache/': { spm: 'gallery' },
  ...Object.fromEntries(Object.values(LISTS).map((url) => [`OPTIONS ${url}`, domainOptions])),
  [`GET ${LISTS.empty}`]: { count: 0, results: [] },
  [`GET ${LISTS.broken}`]: answer(500, { detail: 'Broken on purpose' }),
  [`GET ${LISTS.paged}`]: paged,
  [`GET ${LISTS.whole}`]: domainRows(6),
});

/** A server in memory that holds what the gallery shows. */
export const galleryServer = () => fakeServer(galleryRoutes());
