/** The part of `localStorage` that is used. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PAGE_SIZES = [15, 30, 50, 100];

/** Data the browser keeps between visits. */
export type ConsoleStorage = ReturnType<typeof createStorage>;

/** Local storage that tolerates being full, blocked, or holding invalid data. */
export const createStorage = (area: StorageArea) => {
  const get = (key: string) => {
    try {
      return area.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const set = (key: string, value: string) => {
    try {
      area.setItem(key, value);
    } catch {
      // If storage is full or blocked, only a preference is lost.
    }
  };
  const remove = (key: string) => {
    try {
      area.removeItem(key);
    } catch {
      // See `set`.
    }
  };
  const getJson = <T>(key: string): T | undefined => {
    try {
      const text = get(key);
      return text === undefined ? undefined : (JSON.parse(text) as T);
    } catch {
      return undefined;
    }
  };
  const setJson = (key: string, value: unknown) => set(key, JSON.stringify(value));

  return {
    get,
    set,
    remove,
    getJson,
    setJson,
    /** The user's last area, without slashes. */
    preView: {
      get: () => get('PreView')?.split('/').find(Boolean),
      set: (view: string) => set('PreView', view),
    },
    /**
     * Columns shown in each list. Row ids in the key are masked, so that a list has the same columns on every
     * detail page.
     */
    tableConfig: {
      get: (key: string): string[] | undefined =>
        getJson<Record<string, { showColumns: string[] }>>('tableConfig')?.[maskIds(key)]?.showColumns,
      set: (key: string, showColumns: string[] | undefined) => {
        const all = getJson<Record<string, { showColumns: string[] }>>('tableConfig') ?? {};
        if (showColumns) all[maskIds(key)] = { showColumns };
        else delete all[maskIds(key)];
        setJson('tableConfig', all);
      },
    },
    /** Rows per page, one of 15, 30, 50, 100. */
    paginationSize: {
      get: (): number => {
        const size = Number(get('paginationSize'));
        return PAGE_SIZES.includes(size) ? size : 15;
      },
      set: (size: number) => set('paginationSize', String(size)),
    },
  };
};

const maskIds = (key: string) => key.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '*');
