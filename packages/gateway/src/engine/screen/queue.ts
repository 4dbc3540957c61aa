/** A first-in, first-out queue, fast at both ends even when long. */
export type Queue<T> = {
  push: (item: T) => void;
  peek: () => T | undefined;
  shift: () => T | undefined;
  replaceFirst: (item: T) => void;
  length: () => number;
};

/** An empty queue. */
export const createQueue = <T>(): Queue<T> => {
  let items: T[] = [];
  let head = 0;
  return {
    push: (item) => {
      items.push(item);
    },
    peek: () => items[head],
    shift: () => {
      const item = items[head];
      if (head < items.length) head += 1;
      if (head === items.length || head > 1024) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    replaceFirst: (item) => {
      items[head] = item;
    },
    length: () => items.length - head,
  };
};
