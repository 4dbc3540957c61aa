import { label } from '@gatehouse/contract/resources/labels/label.ts';
import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { answerTo, listOf } from '../test/answerTo.ts';
import { DOMAINS, domainOptions, domainRoutes, domainRows, meta } from '../test/domains.ts';
import { answer, fakeServer, type Seen } from '../test/fakeServer.ts';
import { type GrantedAccount, grantedAccount, grantedAsset, pageOf } from '../test/sampleRow.ts';

/** URL of the related rows in the gallery. */
export const GROUPS = '/api/v1/users/groups/';
/** URL of the assets that the user may connect to. */
export const PERMED = '/api/v1/perms/users/self/assets/';
/** URLs of the gallery's lists, by what each of them shows. */
export const LISTS = {
  filled: DOMAINS,
  empty: '/api/v1/gallery/empty/',
  broken: '/api/v1/gallery/broken/',
  paged: '/api/v1/gallery/paged/',
  whole: '/api/v1/gallery/whole/',
  wide: '/api/v1/gallery/wide/',
};

const groups = ['Operations', 'Database administrators', 'Auditors'].map((name, index) => ({
  id: `g${index + 1}`,
  name,
}));
const permed = (asset: string, accounts: GrantedAccount[]) =>
  answerTo('GET /api/v1/perms/users/:user/assets/:asset/', grantedAsset({ permed_accounts: accounts }), {
    user: 'self',
    asset,
  });
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

const WIDE = { rows: 100, columns: 30 };
const wideNames = Array.from({ length: WIDE.columns - 1 }, (_, index) => `field_${index + 1}`);
const wideTypes = ['string', 'boolean', 'datetime', 'list', 'integer'] as const;
const wideValues = ['Some words', true, '2031/01/02 03:04:05 +0000', ['a', 'b', 'c', 'd'], 4711];
const wideOptions = (): OptionsBody => ({
  ...domainOptions,
  view: undefined,
  actions: {
    GET: {
      name: meta({ label: 'Name', order: true }),
      ...Object.fromEntries(
        wideNames.map((name, index) => [
          name,
          meta({ label: `Field ${index + 1}`, type: wideTypes[index % wideTypes.length], order: true }),
        ]),
      ),
    },
  },
});
const wideRows = () =>
  Array.from({ length: WIDE.rows }, (_, row) => ({
    id: `w${row}`,
    name: `row-${row + 1}`,
    ...Object.fromEntries(wideNames.map((name, index) => [name, wideValues[index % wideValues.length]])),
  }));

/** Answers of the gallery's server, by method and address. */
export const galleryRoutes = (): Record<string, unknown> => ({
  ...domainRoutes(ROWS),
  ...listOf(usergroup, groups),
  ...permed('none', []),
  ...permed('some', [grantedAccount('root', { name: 'Root' })]),
  ...listOf(label, labels),
  ...answerTo('POST /api/v1/common/resources/cache/', { spm: 'gallery' }),
  ...Object.fromEntries(Object.values(LISTS).map((url) => [`OPTIONS ${url}`, domainOptions])),
  [`GET ${LISTS.empty}`]: pageOf([]),
  [`GET ${LISTS.broken}`]: answer(500, { detail: 'Broken on purpose' }),
  [`GET ${LISTS.paged}`]: paged,
  [`GET ${LISTS.whole}`]: domainRows(6),
  [`OPTIONS ${LISTS.wide}`]: wideOptions(),
  [`GET ${LISTS.wide}`]: wideRows(),
});

/** An in-memory server with the gallery's data. */
export const galleryServer = () => fakeServer(galleryRoutes());
