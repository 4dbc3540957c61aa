// The package brings no types; these are the parts that are used.
declare module 'oracledb' {
  type Connection = {
    oracleServerVersionString: string;
    ping: () => Promise<void>;
    execute: (sql: string, binds?: Readonly<Record<string, string>>) => Promise<{ rows?: unknown[][] }>;
    close: () => Promise<void>;
  };
  type Options = {
    user: string;
    password: string;
    connectString: string;
    privilege?: number;
    connectTimeout?: number;
  };
  const oracledb: {
    SYSDBA: number;
    getConnection: (options: Options) => Promise<Connection>;
  };
  export = oracledb;
}
