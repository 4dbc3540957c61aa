import type pg from 'pg';

/** A result column as PostgreSQL describes it. */
export type AnswerColumn = { name: string; type: number };

/** What PostgreSQL says about a statement without running it. */
export type Description = { parameters: number[]; columns: AnswerColumn[] } | { error: string };

/** The part of the driver's connection that parsing needs; its published types lack some of it. */
type Wire = pg.Connection & { sync(): void };

type Complaint = Error & { hint?: string; position?: string };

/** The text around the position of an error message. */
const around = (text: string, position: string | undefined): string => {
  const at = Number(position ?? 0) - 1;
  if (at < 0) return '';
  const line = text.slice(Math.max(0, at - 40), at + 40).replaceAll(/\s+/g, ' ');
  return ` near … ${line.trim()} …`;
};

/** Has PostgreSQL parse and analyse a statement; nothing runs. */
export const describe = (client: pg.Client, text: string): Promise<Description> =>
  new Promise((resolve) => {
    const description: Description = { parameters: [], columns: [] };
    const take = ({ dataTypeIDs }: { dataTypeIDs: number[] }): void => {
      description.parameters = dataTypeIDs;
    };
    let connection: Wire;
    const finish = (result: Description): void => {
      connection.removeListener('parameterDescription', take);
      resolve(result);
    };
    client.query({
      submit: (client: pg.Connection) => {
        connection = client as Wire;
        connection.on('parameterDescription', take);
        connection.parse({ name: '', text, types: [] }, false);
        connection.describe({ type: 'S', name: '' }, false);
        connection.sync();
      },
      handleRowDescription: ({ fields }: { fields: pg.FieldDef[] }) => {
        description.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError: (error: Complaint) => {
        const hint = error.hint ? ` (${error.hint})` : '';
        finish({ error: `${error.message}${hint}${around(text, error.position)}` });
      },
      handleReadyForQuery: () => finish(description),
    } as pg.Submittable);
  });
