import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { Row } from '../resource/row.ts';

type Answer = Page<Row> | Row[];

const changed = (answer: Answer | undefined, id: Row['id'], change: Partial<Row>): Answer | undefined => {
  const edit = (rows: Row[]) => rows.map((row) => (row.id === id ? { ...row, ...change } : row));
  if (!answer) return answer;
  return Array.isArray(answer) ? edit(answer) : { ...answer, results: edit(answer.results) };
};

/** Changes a row in all loaded pages of a list, without a request. */
export const usePatchRows = (url: string) => {
  const client = useQueryClient();
  return (id: Row['id'], change: Partial<Row>) =>
    client.setQueriesData<Answer>({ queryKey: ['list', url] }, (answer) => changed(answer, id, change));
};
