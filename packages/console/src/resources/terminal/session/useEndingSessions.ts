import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

const KEY = ['endingSessions'];
/** A component that has not ended a session by then will not do so. */
const PATIENCE_MS = 60_000;

type Ordered = Readonly<Record<string, number>>;

/** The sessions whose end was ordered here and has not been reported yet. */
export const useEndingSessions = () => {
  const client = useQueryClient();
  const { data: ordered = {} } = useQuery<Ordered>({ queryKey: KEY, queryFn: skipToken });
  return {
    has: (id: string): boolean => Date.now() - (ordered[id] ?? 0) < PATIENCE_MS,
    add: (ids: readonly string[]) =>
      client.setQueryData<Ordered>(KEY, (before) => ({
        ...before,
        ...Object.fromEntries(ids.map((id) => [id, Date.now()])),
      })),
  };
};
