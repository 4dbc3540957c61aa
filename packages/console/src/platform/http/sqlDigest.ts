/** Number of a request's database queries: what the server reports, less two. High numbers have a level. */
export type SqlDigest = { url: string; count: number; level?: 'warning' | 'danger' };

const KEPT = 10;
const FEW = 3;
const SOME = 5;
const MANY = 10;

/**
 * Keeps the query counts of the last ten requests with at least three queries, the newest first and one per
 * path.
 */
export const createSqlDigest = () => {
  let entries: SqlDigest[] = [];
  return {
    record: (url: string, header: string | null) => {
      const count = Number(header) - 2;
      if (!header || !Number.isFinite(count) || count < FEW) return;
      const path = pathOf(url);
      entries = [
        { url: path, count, ...marked(count) },
        ...entries.filter((entry) => entry.url !== path),
      ].slice(0, KEPT);
    },
    entries: (): readonly SqlDigest[] => entries,
  };
};

const marked = (count: number): Pick<SqlDigest, 'level'> =>
  count > MANY ? { level: 'danger' } : count > SOME ? { level: 'warning' } : {};

const pathOf = (url: string) => (url.split('?')[0] ?? '').replace('/api/v1', '').replace(/\/$/, '');
