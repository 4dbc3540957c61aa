import { sql } from 'drizzle-orm';
import type { OwnServer } from '../ownServer.ts';
import type { Measure } from '../report.ts';
import { timed } from '../report.ts';

const paged = 'limit=15&draw=1&display=1';
const assets = `/api/v1/assets/assets/?${paged}`;
const tree = '/api/v1/assets/nodes/children/tree/?assets=0';
const accounts = `/api/v1/accounts/accounts/?${paged}`;
const sessions = `/api/v1/terminal/sessions/?${paged}`;
const commands = `/api/v1/terminal/commands/?${paged}&order=-timestamp`;
const logs = `/api/v1/audits/operate-logs/?${paged}`;
const days = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
const week = `&date_from=${days(7)}&date_to=${days(-1)}`;

const allNodes = sql`select key, id::text as id from assets_node`;

type Ask = [what: string, url: string];

/**
 * Typical requests for assets; `nodes` maps the key of a node, such as `1:3:4`, to its id, and `rows` is the
 * number of assets.
 */
const assetLists = (nodes: Map<string, string>, rows: number): Ask[] => [
  ['assets: first page', assets],
  ['assets: second page', `${assets}&offset=15`],
  ['assets: last page', `${assets}&offset=${rows - 15}`],
  ['assets: by name, downwards', `${assets}&order=-name`],
  ['assets: by address', `${assets}&order=address`],
  ['assets: by connectivity', `${assets}&order=-connectivity`],
  ['assets: by platform', `${assets}&order=platform`],
  ['assets: newest first', `${assets}&order=-date_created`],
  ['assets: search, few', `${assets}&search=web-00012`],
  ['assets: search, one of eight', `${assets}&search=web`],
  ['assets: search, two letters', `${assets}&search=we`],
  ['assets: search, all', `${assets}&search=10.`],
  ['assets: search, two words', `${assets}&search=web,rack`],
  ['assets: search, none', `${assets}&search=nothing-like-it`],
  ['assets: category', `${assets}&category=database`],
  ['assets: type', `${assets}&category=host&type=linux`],
  ['hosts', '/api/v1/assets/hosts/?limit=15'],
  ['assets: platform by name', `${assets}&platform=Windows`],
  ['assets: inactive', `${assets}&is_active=false`],
  ['assets: protocol', `${assets}&protocols=rdp`],
  ['assets: without one platform', `${assets}&exclude_platform=Gateway`],
  ['assets: root node', `${assets}&node_id=${nodes.get('1')}`],
  ['assets: branch', `${assets}&node_id=${nodes.get('1:3')}`],
  ['assets: leaf', `${assets}&node_id=${nodes.get('1:3:4:5')}`],
  ['assets: branch and search', `${assets}&node_id=${nodes.get('1:3')}&search=web`],
  ['assets: suggestions', '/api/v1/assets/assets/suggestions/?search=db'],
];

const otherLists: Ask[] = [
  ['accounts: first page', accounts],
  ['accounts: search', `${accounts}&search=web-00012`],
  ['accounts: by username', `${accounts}&order=username`],
  ['sessions: past week', `${sessions}&is_finished=1${week}`],
  ['sessions: online', `${sessions}&is_finished=0`],
  ['sessions: search', `${sessions}&search=user42${week}`],
  ['sessions: newest first', `${sessions}&order=-date_start`],
  ['commands: past week', `${commands}${week}`],
  ['commands: search', `${commands}&search=nginx${week}`],
  ['commands: rejected', `${commands}&risk_level=5`],
  ['operate logs: past week', `${logs}${week}`],
];

const trees: Ask[] = [
  ['tree: first load', tree],
  ['tree: open a branch', `${tree}&key=1:3`],
  ['tree: open a twig', `${tree}&key=1:3:4`],
  ['tree: twig with its assets', `/api/v1/assets/nodes/children/tree/?assets=1&key=1:3:4`],
  ['tree: search', `${tree}&all=all&search=Twig 1`],
  ['type tree: assets', '/api/v1/assets/nodes/category/tree/?assets=0&count_resource=asset'],
  ['type tree: accounts', '/api/v1/assets/nodes/category/tree/?assets=0&count_resource=account'],
  ['nodes by path', '/api/v1/assets/nodes/?limit=10&search=Leaf 1'],
];

/** Times requests for lists and trees, `rounds` times each. */
export const measureLists = async (server: OwnServer, rows: number, rounds: number): Promise<Measure[]> => {
  const found = await server.services.db.rows<{ key: string; id: string }>(allNodes);
  const nodes = new Map(found.map((row) => [row.key, row.id]));
  const measures: Measure[] = [];
  const most = rows > 100_000 ? 100 : 50;
  for (const [what, url] of [...assetLists(nodes, rows), ...otherLists, ...trees])
    measures.push({
      what,
      unit: 'ms',
      values: await timed(rounds, () => server.get(url)),
      budget: { p95: what.includes('tree') ? 50 : most },
    });
  return measures;
};
